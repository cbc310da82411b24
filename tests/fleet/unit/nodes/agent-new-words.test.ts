import { expect, test } from "vitest";
import { desiredSchema, logsSchema, observedSchema } from "~/fleet/agent-messages";

const id = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const SYSINFO = {
  ...{ cpu_cores: 8, mem_mb: 1, mem_free: 1, gpus: 1, disk_total: 1, disk_free: 1, disk_name: "", error_counter: 0 },
  ...{ ibs_active: 0, kernel: "", updates_available: 0, ubuntu_needs_reboot: 0, reported_ts_dead: null },
};
const TASK = {
  ...{ placement_id: id, state: "running", exit_code: null, started_ts: null, ssh_addr: "", ssh_host_key: "" },
  ...{ simulated: false, mining: "", message: "" },
};
const REPORT = { boot_id: "b", seq: 1, desired_version: 1, ts: 1, tasks: [TASK], sysinfo: SYSINFO };

/** Words that a newer agent may send, and what is read in their place. */
const NEWER = [
  [
    "a state of a task",
    { tasks: [TASK, { ...TASK, state: "checkpointing" }] },
    { tasks: [TASK, { state: "starting" }] },
  ],
  ["a severity", { findings: [{ severity: "fatal" }] }, { findings: [{ severity: "warning" }] }],
  ["an action", { findings: [{ action: "replace" }] }, { findings: [{ action: "inspect" }] }],
  ["a kind of chore", { chores: { able: ["self-test", "burn-in"] } }, { chores: { able: ["self-test"] } }],
  [
    "a state of a chore",
    { chores: { known: [{ id: "1", state: "skipped" }] } },
    { chores: { known: [{ state: "running" }] } },
  ],
  ["a runtime", { runtime: "vm" }, { runtime: undefined }],
  ["a form of UUIDs", { gpu_uuids: ["GPU-1", "pci:0"] }, { gpu_uuids: undefined }],
  ["a reach of volumes", { volumes: { reach: "region", total_gb: 5 } }, { volumes: { reach: "local", total_gb: 5 } }],
  [
    "a state of a copy",
    { volume_copies: [{ volume_id: id, state: "paused" }] },
    { volume_copies: [{ state: "copying" }] },
  ],
] as const;

test.each(NEWER)("%s that is newer than the control plane costs no report", (_what, sent, read) => {
  expect(observedSchema.parse({ ...REPORT, ...sent })).toMatchObject({ boot_id: "b", ...read });
});

test("a stream of output that is newer than the control plane costs no lines", () => {
  expect(logsSchema.parse({ placement_id: id, seq: 0, ts: 1, stream: "trace", text: "x" })).toMatchObject({
    text: "x",
  });
});

test("a kind of chore that is newer than the agent costs no desired state, and is not run as another", () => {
  const chores = [
    { id: "1", kind: "burn-in" },
    { id: "2", kind: "maintenance" },
  ];
  const desired = { version: 1, drain: 0, maintenance: false, tasks: [], chores };
  expect(desiredSchema.parse(desired).chores).toEqual([
    { id: "", kind: "self-test" },
    { id: "2", kind: "maintenance" },
  ]);
});
