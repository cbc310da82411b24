import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { readSysinfo } from "~/fleet/read-sysinfo.server";
import { readTenants } from "~/fleet/read-tenants.server";
import { LOG_TASK_BYTES, receiveLogs } from "~/fleet/receive-logs.server";
import { receiveLoad } from "~/fleet/receive-load.server";
import { listJobs, readJobEvents } from "~/compute/list-jobs.server";
import { readTask } from "~/compute/inside/tasks/read-task.server";
import { readTaskLogs } from "~/compute/inside/tasks/read-task-logs.server";
import { readTaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";
import type { Machine } from "../../../worker/lifecycle/machine";

let machine: Machine;
let resvGuid: string;
let tenantId: number;
let tenantName: string;

beforeAll(async () => {
  await theCatalogue();
  ({ tenantId, tenantName } = await aTenant({ dollars: 100, now: at(-60) }));
  machine = await aMachine({ nodeName: "fra1-read-01" });
  resvGuid = await aRunningTask(tenantId, [machine], { gpus: 2 });
});

test("a row of /v1/jobs has the documented fields, and counts seconds that are charged but not posted", async () => {
  const [job] = await listJobs({ tenantId, now: at(30) });
  expect(job).toEqual({
    task_name: expect.stringMatching(/^task-/),
    display_name: "",
    tags: [],
    gpu_type: "a5000",
    gpus_min: 2,
    ts_scheduled: at(0).getTime() / 1000,
    ts_started: at(10).getTime() / 1000,
    ts_finished: 0,
    uptime: 20,
    status: "running",
    ssh_addr: expect.stringMatching(/^203\.0\.113\.9:\d+$/),
    ssh_host_key: "ssh-ed25519 AAAAhost",
    ssh_host_fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    resv_guid: resvGuid,
    state: "running",
    reason: "",
    gpus: 2,
    pph: 190,
    cluster_name: "fra1",
    network: "ethernet",
    agent: "no-agent",
    position: null,
    max_seconds: 0,
    max_dollars: 0,
    idle_minutes: 0,
    maintenance: null,
    likely_start: null,
    ts_ends: 0,
    started_by: null,
    stopped_by: null,
    version: 4,
  });
  expect(await readJobEvents({ resvGuids: [resvGuid], now: at(30) })).toEqual([{ tenantName, job }]);
});

test("a task's page shows its history; the node's name is for staff", async () => {
  const task = await readTask({ resvGuid, tenantId, staff: false, now: at(70) });
  expect(task.events.map((event) => event.to)).toEqual(["placing", "starting", "running"]);
  expect(task.ssh_host_key).toBe("ssh-ed25519 AAAAhost");
  expect(task.placements).toEqual([
    {
      placement_id: expect.any(String),
      node: 1,
      gpus: [0, 1],
      state: "running",
      ssh_addr: task.job.ssh_addr,
      ssh_host_key: "ssh-ed25519 AAAAhost",
    },
  ]);
  const staff = await readTask({ resvGuid, tenantId: -1, staff: true, now: at(70) });
  expect(staff.placements).toMatchObject([{ node_name: "fra1-read-01" }]);
  await expect(readTask({ resvGuid, tenantId: -1, staff: false, now: at(70) })).rejects.toMatchObject({
    details: { status: 404 },
  });
});

test("the agent gets exactly the documented fields (4.1)", async () => {
  const desired = await readDesired({ nodeId: machine.nodeId });
  expect(desired).toEqual({
    version: expect.any(Number),
    epoch: expect.any(String),
    drain: 0,
    maintenance: false,
    // Not in the specification, like everything that is added.
    cleared_findings: [],
    chores: [],
    tasks: [
      {
        placement_id: machine.running[0],
        resv_guid: resvGuid,
        task_name: expect.stringMatching(/^task-/),
        tenant_name: tenantName,
        tenant_image: "ubuntu22-cuda12",
        // Our own, in addition to the documented fields: the name in the task's os-release.
        image_name: "Ubuntu 22.04, CUDA 12",
        image_ref: expect.stringContaining("cuda"),
        gpus: [0, 1],
        run: true,
        // Our own: it was seen running, so no agent starts it again.
        ran: true,
        network: "ethernet",
        agent: "no-agent",
        ssh_public_keys: ["ssh-ed25519 AAAA test"],
        gang: { rank: 0, size: 1, peers: ["127.0.0.1"] },
        cpu_cores: 8,
        mem_mb: 32768,
        disk_gb: 400,
      },
    ],
  });
});

test("staff see nodes' reports and tasks, under the node's key", async () => {
  expect((await readSysinfo())["fra1_read_01"]).toEqual({
    cpu_cores: 32,
    mem_mb: 131072,
    mem_free: 90210,
    gpus: 8,
    disk_total: 1600,
    disk_free: 1210,
    disk_name: "nvme0n1",
    error_counter: 0,
    ibs_active: 1,
    kernel: "5.15.0-91-generic",
    updates_available: 12,
    ubuntu_needs_reboot: 0,
    reported_ts: at(10).getTime() / 1000,
    reported_ts_dead: null,
  });
  expect((await readTenants())["fra1_read_01"]).toEqual({
    gpus: [[0, 1]],
    tasks: [
      {
        tenant_name: tenantName,
        resv_guid: resvGuid,
        tenant_image: "ubuntu22-cuda12",
        ts_scheduled: at(0).getTime() / 1000,
        gpus_min: 2,
        pph: 190,
        gpu_type: "a5000",
      },
    ],
  });
});

test("a repeated chunk of logs is stored once; only the node's own placements can write", async () => {
  const [placement_id = ""] = machine.running;
  const chunk = { placement_id, seq: 1, ts: 0, stream: "out" as const, text: "hel\0lo" };
  await receiveLogs({ nodeId: machine.nodeId, logs: chunk, now: at(80) });
  await receiveLogs({ nodeId: machine.nodeId, logs: chunk, now: at(81) });
  await receiveLogs({ nodeId: -1, logs: { ...chunk, seq: 2 }, now: at(82) });
  await receiveLogs({ nodeId: machine.nodeId, logs: { ...chunk, seq: 3, stream: "err" }, now: at(83) });
  const { lines, next_seq } = await readTaskLogs({ resvGuid, tenantId });
  expect(lines.map(({ stream, text }) => [stream, text])).toEqual([
    ["out", "hel\ufffdlo"],
    ["err", "hel\ufffdlo"],
  ]);
  const own = await readTaskLogs({ resvGuid, tenantId, server: false });
  expect(own).toMatchObject({ lines: [{ stream: "out" }], next_seq });
  expect(await readTaskLogs({ resvGuid, tenantId, afterSeq: next_seq })).toEqual({ lines: [], next_seq });
  expect((await readTaskLogs({ resvGuid, tenantId, afterSeq: lines[0]?.seq ?? 0, limit: 1 })).lines).toHaveLength(1);
  await expect(readTaskLogs({ resvGuid, tenantId: -1 })).rejects.toMatchObject({ details: { status: 404 } });
});

test("the newest 10 MiB of a task's log are kept, and a chunk has at most 64 KiB", async () => {
  const [placement_id = ""] = machine.running;
  const text = "x".repeat(70_000);
  for (let seq = 100; seq < 100 + 165; seq += 1) {
    await receiveLogs({
      nodeId: machine.nodeId,
      logs: { placement_id, seq, ts: 0, stream: "out", text },
      now: at(90),
    });
  }
  const [kept] = await db.query<{ bytes: number; newest: bigint; longest: number }>(
    `select sum(octet_length(text))::int as bytes, max(agent_seq) as newest, max(octet_length(text)) as longest
     from task_log where resv_guid = $1`,
    [resvGuid],
  );
  expect(kept).toMatchObject({ newest: 264n, longest: 65_536 });
  expect(kept?.bytes).toBeLessThanOrEqual(LOG_TASK_BYTES);
  expect(kept?.bytes).toBeGreaterThan(LOG_TASK_BYTES / 2);
});

test("load samples make the chart: GPU figures only where they exist; a repeated sample is stored once", async () => {
  const [placement_id = ""] = machine.running;
  const ts = at(100).getTime() / 1000;
  const load = { ts, samples: [{ placement_id, gpu_busy: [], gpu_mem_mb: [], cpu_pct: 150, mem_mb: 900 }] };
  for (let count = 0; count < 2; count += 1) await receiveLoad({ nodeId: machine.nodeId, load, now: at(101) });
  await receiveLoad({ nodeId: -1, load: { ...load, ts: ts + 3 }, now: at(101) });
  expect(await readTaskMetrics({ resvGuid, tenantId, range: 3600, now: at(102) })).toEqual({
    points_ts: [expect.any(Number)],
    gpu_busy: [null],
    gpu_mem_mb: [null],
    cpu_pct: [150],
    mem_mb: [900],
    gpus: [],
    simulated: true,
  });
  await db.query(`update placement set simulated = false where placement_id = $1`, [placement_id]);
  const marked = await readTaskMetrics({ resvGuid, tenantId, range: 3600, now: at(102) });
  expect(marked.simulated).toBe(false);
  await db.query(`update placement set simulated = true where placement_id = $1`, [placement_id]);
  await expect(readTaskMetrics({ resvGuid, tenantId: -1, range: 3600, now: at(102) })).rejects.toThrow();
});
