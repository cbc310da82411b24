import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { ssh } from "../../e2e/support/ssh";
import { FakeEngine } from "../../support/fake-engine";
import { until } from "../../support/until";
import { aDataDir } from "./agent-process";
import { openSsh } from "../../../worker/agent/access/ssh-server";
import { TaskFolders } from "../../../worker/agent/task/task-folders";
import { ContainerNode, withoutFirewall } from "./container-node";

const IMAGE = "docker.io/library/ubuntu:22.04";
const DIGEST = `sha256:${"ab".repeat(32)}`;

const dataDir = aDataDir();
let dir: string;
let engine: FakeEngine;
let node: ContainerNode;

/** Only root may give files to the users of a container, as the agent of such a node does. */
const asRoot = describe.runIf(process.getuid?.() === 0);
if (process.getuid?.() !== 0) console.log("containers of a stand-in engine are not tried: this needs root");

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

asRoot.each(["podman", "docker"] as const)("A node with %s", (kind) => {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "millrace-engine-"));
    engine = new FakeEngine(dir, kind);
    await engine.start();
    engine.images.add(IMAGE);
    const volumes = join(dir, "volumes");
    mkdirSync(volumes);
    node = new ContainerNode(
      engine.socketPath,
      "16600-16699",
      {
        PATH: withoutFirewall(dir),
        MILLRACE_VOLUMES_DIR: volumes,
      },
      dataDir,
    );
    node.image = IMAGE;
    await node.start();
  });
  afterEach(async () => {
    await node.stop();
    await engine.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test("reaches a task's SSH server for the gateway", async () => {
    node.agent();
    const task = node.task();
    await node.run(task);
    const tasks = new TaskFolders(node.dir);
    const server = await openSsh(tasks, { kind: "ssh", placement_id: task.placement_id, client: "192.0.2.7" });
    const [greeting] = (await once(server, "data")) as [Buffer];
    expect(greeting.toString("latin1")).toMatch(/^SSH-2\.0-Millrace/);
    server.destroy();
  });

  test("runs a task as a container with its limits and without capabilities, and leaves nothing of it", async () => {
    node.agent();
    const task = node.task({ gpus: [2, 3], environment: { GREETING: "hello" } });
    const seen = await node.run(task);
    expect(node.plane.observed.at(-1)?.report).toMatchObject({ images: [IMAGE] });
    expect(seen).toMatchObject({
      state: "running",
      simulated: true,
      ssh_host_key: expect.stringMatching(/^ssh-ed25519 /),
    });
    expect(await ssh(seen.ssh_addr, node.key, "echo $GREETING; exit 7")).toMatchObject({ code: 7, out: "hello\n" });
    expect([...engine.containers.values()][0]?.labels).toEqual({
      "millrace.placement": task.placement_id,
      "millrace.dir": node.dir,
      "millrace.gpus": "2,3",
      "millrace.port": seen.ssh_addr.split(":")[1],
    });
    const made = engine.bodyOf(/^\/containers\/create$/);
    const expected = { podman: AS_PODMAN, docker: AS_DOCKER }[kind];
    expect(made).toMatchObject(expected);
    if (kind === "podman")
      expect(engine.bodyOf(/\/update$/)["devices"]).toContainEqual({ allow: false, access: "rwm" });
    node.desire({ ...task, run: false });
    expect(await node.untilState(task, "stopped")).toMatchObject({ message: "stopped" });
    await node.clear();
    await until("nothing left", () => engine.containers.size === 0 && engine.networks.size === 0);
  });

  test("shows how far a pull is, and calls it off with its task", async () => {
    engine.images.clear();
    engine.pull = [...PULLING, null];
    node.agent();
    const task = node.task({ image_auth: { username: "robot", password: "secret" } });
    node.desire(task);
    const expected = "Pulling the image: 25 %";
    await node.plane.until(node.node, ({ tasks }) =>
      tasks.some((one) => one.state === "pulling" && one.message === expected),
    );
    const pull = engine.asked.findLast(({ path }) => /^\/images\/(pull|create)$/.test(path));
    const auth = String(pull?.headers["x-registry-auth"]);
    expect(JSON.parse(Buffer.from(auth, "base64url").toString())).toMatchObject({
      username: "robot",
      password: "secret",
    });
    await node.clear();
    expect(engine.containers.size).toBe(0);
  });

  test("explains to the customer why its image is unavailable", async () => {
    engine.images.clear();
    engine.pull = [{ error: "reading manifest: manifest unknown" }];
    node.agent();
    const seen = await node.run(node.task({ image_digest: DIGEST }));
    expect(seen).toMatchObject({ state: "error", message: expect.stringContaining("no longer with that content") });
    expect(seen.message).toContain(`docker.io/library/ubuntu@${DIGEST}`);
    expect(engine.containers.size).toBe(0);
  });

  test("checks a customer's own image at the registry although it is present, and hides the answer", async () => {
    engine.pull = [{ error: "unauthorized: http://10.0.0.7/token said: the inside" }];
    node.agent();
    const seen = await node.run(node.task({ image_own: true }));
    expect(seen).toMatchObject({ state: "error", message: expect.stringContaining("refused the credentials") });
    expect(seen.message).not.toContain("the inside");
    expect(engine.containers.size).toBe(0);
  });

  // The rest is the same for both.
  if (kind === "docker") return;

  test("keeps a task over the agent's death, and ends unwanted ones", async () => {
    node.agent();
    const [stays, goes] = [node.task(), node.task({ gpus: [1] })];
    node.desire(stays, goes);
    const before = await node.untilState(stays, "running");
    await node.untilState(goes, "running");
    await node.killAgents();
    node.desire(stays);
    node.agent();
    expect(await node.untilState(stays, "running")).toMatchObject({
      ssh_addr: before.ssh_addr,
      ssh_host_key: before.ssh_host_key,
      started_ts: before.started_ts,
    });
    await until("the orphan is gone", () => engine.containers.size === 1);
  });

  test("reports a container that was removed by hand", async () => {
    node.agent();
    const task = node.task();
    await node.run(task);
    const [id = ""] = engine.containers.keys();
    await engine.remove(id);
    const { message } = await node.untilState(task, "stopped");
    expect(["stopped", "the task's container was removed"]).toContain(message);
  });

  test.each([
    "cannot listen on the TCP port: bind: address already in use",
    "IPAM error: failed to find free IP in range: 10.213.95.25 - 10.213.95.30",
  ])("takes another port when the engine answers '%s'", async (says) => {
    engine.takenPorts.add(16_600);
    engine.takenBecause = says;
    node.agent();
    const seen = await node.run(node.task());
    expect(seen.ssh_addr).toBe("127.0.0.1:16601");
    expect(seen.state).toBe("running");
  });

  test.each([
    'could not select device driver "nvidia" with capabilities: [[gpu]]',
    "setting up CDI devices: unresolvable CDI devices nvidia.com/gpu=GPU-5f1c",
  ])("gets no more tasks once the engine gives no GPUs, unless a customer's own image may be why: %s", async (says) => {
    for (let port = 16_600; port < 16_700; port += 1) engine.takenPorts.add(port);
    engine.takenBecause = says;
    engine.pull = [];
    node.agent();
    const own = await node.run(node.task({ image_own: true }));
    expect(own).toMatchObject({ state: "error", message: says });
    expect(node.plane.observed.at(-1)?.report.findings).toEqual([]);
    expect(await node.run(node.task())).toMatchObject({ state: "error", message: says });
    const { findings, sysinfo } = await node.plane.until(node.node, (one) => one.sysinfo.error_counter > 0);
    expect(findings).toMatchObject([{ name: "gpu-runtime", severity: "critical", action: "inspect" }]);
    expect(sysinfo.error_counter).toBe(1);
  });

  test("never starts a task whose image has no reference", async () => {
    node.agent();
    const { image_ref: _, ...without } = node.task();
    expect(await node.run(without)).toMatchObject({
      state: "error",
      message: "the image ubuntu22-cuda12 has no reference that can be pulled",
    });
    expect(engine.containers.size).toBe(0);
  });

  test.each(["noted", "spawned", "running"])("starts nothing twice when its agent dies at '%s'", async (point) => {
    const task = node.task();
    node.desire(task);
    await once(node.agent({ MILLRACE_CRASH_AT: point }), "exit");
    await node.killAgents();
    node.agent();
    const expected = point === "running" ? "running" : "stopped";
    await node.untilState(task, expected);
    expect(engine.asked.filter(({ path }) => path.endsWith("/start"))).toHaveLength(point === "running" ? 1 : 0);
    await node.clear();
    await until("nothing left", () => engine.containers.size === 0);
  });

  test(
    "continues to report its tasks while the engine hangs, and ends them without it",
    { timeout: 60_000 },
    async () => {
      node.agent();
      const task = node.task();
      await node.run(task);
      engine.hangs = true;
      const next = node.plane.observed.length + 1;
      await node.plane.until(
        node.node,
        ({ tasks }) => node.plane.observed.length > next && tasks[0]?.state === "running",
      );
      const [container] = engine.containers.values();
      node.desire({ ...task, run: false });
      await node.untilState(task, "stopped");
      await until("its process to be gone", () => container?.process?.signalCode ?? container?.process?.exitCode);
    },
  );

  test(
    "keeps a start waiting while the engine is silent, and gets no other tasks meanwhile",
    { timeout: 90_000 },
    async () => {
      node.agent();
      await node.plane.until(node.node, () => true);
      engine.hangs = true;
      const task = node.task();
      node.desire(task);
      const { findings, tasks } = await node.plane.until(
        node.node,
        (one) => one.tasks.length > 0 && (one.sysinfo.error_counter > 0 || one.tasks[0]?.state === "error"),
      );
      expect(tasks).toMatchObject([{ state: "starting" }]);
      expect(findings).toMatchObject([{ name: "engine-silent", severity: "critical", action: "inspect" }]);
      engine.hangs = false;
      await node.untilState(task, "running");
    },
  );

  test("gets no tasks while the disk of its engine is full", async () => {
    const storage = join(dir, "storage");
    mkdirSync(storage);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", storage]);
    try {
      writeFileSync(join(storage, "filler"), Buffer.alloc(65_536));
      engine.storageDir = storage;
      node.agent();
      const { findings } = await node.plane.until(node.node, (one) => one.sysinfo.error_counter > 0);
      expect(findings).toMatchObject([{ name: "engine-disk-full", severity: "critical" }]);
    } finally {
      execFileSync("umount", ["-l", storage]);
    }
  });

  test("takes a started task for starting, not for stopped, while the engine has no list", async () => {
    engine.losesListAtStart = true;
    node.agent();
    const task = node.task();
    node.desire(task);
    await until("two lists to be refused", () => {
      const started = engine.asked.findIndex(({ path }) => path.endsWith("/start"));
      return started >= 0 && engine.asked.slice(started).filter(({ path }) => path === "/containers/json").length >= 2;
    });
    engine.losesListAtStart = false;
    await node.untilState(task, "running");
    const states = node.plane.observed.flatMap(({ report }) => report.tasks.map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(["starting", "running"]));
  });

  test("gives a task its volume, and reports a missing one", async () => {
    node.agent();
    const volumes = [{ volume_id: "vol-1", path: "/data", read_only: true }];
    expect(await node.run(node.task({ volumes }))).toMatchObject({ state: "running" });
    const mount = [...engine.containers.values()][0]?.mounts.find(({ path }) => path === "/data");
    expect(mount?.source).toBe(join(dir, "volumes", "vol-1"));
    await node.killAgents();
    node.agent({ MILLRACE_VOLUMES_DIR: "" });
    const other = node.task({ volumes, gpus: [1] });
    node.desire(other);
    expect((await node.untilState(other, "error")).message).toContain("its operator has to set MILLRACE_VOLUMES_DIR");
  });
});

asRoot("An agent whose engine", () => {
  test("does not answer: it reports that, and no tasks", async () => {
    const alone = new ContainerNode("/nonexistent/engine.sock", "16600-16699");
    await alone.start();
    const [code] = (await once(alone.agent(), "exit")) as [number];
    await alone.stop();
    expect(code).toBe(1);
    expect(alone.plane.observed).toEqual([]);
  });
});

const MB = 1_048_576;
const AS_PODMAN = {
  ...{ image: IMAGE, restart_policy: "no", no_new_privileges: true, cap_drop: ["ALL"], systemd: "false" },
  resource_limits: { memory: { limit: 256 * MB }, cpu: { quota: 100_000, period: 100_000 }, pids: { limit: 1024 } },
  ...{ shm_size: 128 * MB, devices: [], cgroupns: { nsmode: "private" } },
  idmappings: { UIDMap: [{ container_id: 0, host_id: 1_879_048_192, size: 65_536 }] },
};
const AS_DOCKER = {
  Image: IMAGE,
  HostConfig: {
    ...{ RestartPolicy: { Name: "no" }, SecurityOpt: ["no-new-privileges"], CapDrop: ["ALL"] },
    ...{ Memory: 256 * MB, MemorySwap: 256 * MB, CpuQuota: 100_000, PidsLimit: 1024, ShmSize: 128 * MB },
  },
};
const PULLING = [
  { id: "1", status: "Downloading", progressDetail: { current: 20, total: 40 } },
  { id: "2", status: "Downloading", progressDetail: { current: 0, total: 40 } },
];
