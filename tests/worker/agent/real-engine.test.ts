import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import { removeLater, sweepNetwork } from "../../../worker/agent/container/end-container";
import { networkOf } from "../../../worker/agent/container/network";
import { podman } from "../../../worker/agent/container/podman";
import { ssh } from "../../e2e/support/ssh";
import { ImageRegistry } from "../../support/image-registry";
import { RealDocker } from "../../support/real-docker";
import type { RealEngine } from "../../support/real-engine";
import { RealPodman } from "../../support/real-podman";
import { bareImage, systemImage } from "../../support/system-image";
import { until } from "../../support/until";
import { ContainerNode } from "./container-node";
import { optionsOf, run } from "./one-task";

const PORTS = "16800-16899";
/** Only for this file: other agents on this machine, and the remains of earlier tests, use the default. */
const NETWORKS = "10.197.0.0/19";
for (const Real of [RealPodman, RealDocker]) {
  const lacks = Real.lacks();
  if (lacks !== "") console.log(`containers of ${Real.name} are not tried: ${lacks}`);
  describe.runIf(lacks === "")(`A node with ${Real.name}`, () => tryNode(Real));
}

function tryNode(Real: new () => RealEngine): void {
  const registry = new ImageRegistry();
  let real: RealEngine;
  let node: ContainerNode;
  let image: { reference: string; digest: string };
  let volumes: string;

  beforeAll(async () => {
    real = new Real();
    await real.start();
    await sweepNetworks(real);
    await registry.start();
    image = registry.add("tenant/system", systemImage(), [
      "PATH=/usr/bin:/opt/of-the-image",
      "LD_LIBRARY_PATH=/opt/lib",
    ]);
    volumes = join(real.dir, "volumes");
    mkdirSync(volumes);
    node = new ContainerNode(real.socketPath, PORTS, {
      ...{ MILLRACE_VOLUMES_DIR: volumes, MILLRACE_TASK_NETWORKS: NETWORKS },
    });
    node.image = image.reference;
    await node.start();
    node.agent();
  });
  afterEach(async () => {
    Object.assign(registry, { credentials: null, cutsOff: false, changes: false });
    if (node.plane.observed.length > 0) await node.clear();
  });
  afterAll(async () => {
    // The agent removes what is left of a task after it has reported its end.
    await until("nothing is left", async () => (await real.left(PORTS)).length === 0);
    await node.stop();
    await real.stop();
    registry.stop();
    rmSync(node.dataDir, { recursive: true, force: true });
  });

  const inside = async ({ ssh_addr }: ObservedTask, command: string) => await ssh(ssh_addr, node.key, command);
  const running = async (given: Partial<DesiredTask> = {}) => {
    const seen = await node.run(node.task(given));
    expect(seen, seen.message).toMatchObject({ state: "running" });
    return seen;
  };

  test("pulls an image by its content and serves SSH in it, although it has no server", async () => {
    const seen = await running({
      image_digest: image.digest,
      start_command: "echo begun > /tmp/begun",
      environment: { A: "b c" },
    });
    expect(await inside(seen, ". /etc/os-release; echo $ID; exit 5")).toMatchObject({ code: 5, out: "small\n" });
    expect((await inside(seen, 'echo "$A $LD_LIBRARY_PATH"; cat /tmp/begun')).out).toBe("b c /opt/lib\nbegun\n");
    expect((await inside(seen, "bash -lc 'echo $PATH'")).out).toMatch(/:\/usr\/bin:\/opt\/of-the-image\n$/);
    const file = join(real.dir, "sent");
    writeFileSync(file, Buffer.alloc(3_000_000, 5));
    const [host = "", port = ""] = seen.ssh_addr.split(":");
    const copied = await run("scp", [...optionsOf(node.key), "-P", port, file, `root@${host}:there`]);
    expect(copied).toMatchObject({ code: 0 });
    const { out, err } = await inside(seen, "sha256sum < there");
    expect(out, err).toBe(execFileSync("sha256sum", { input: readFileSync(file) }).toString());
    await run("scp", [...optionsOf(node.key), "-P", port, `root@${host}:there`, `${file}-back`]);
    expect(readFileSync(`${file}-back`).equals(readFileSync(file))).toBe(true);
  });

  test("serves SSH's file transfer in an image without any C library or shell", async () => {
    const bare = registry.add("tenant/bare", bareImage());
    const seen = await running({ image_ref: bare.reference });
    const [host = "", port = ""] = seen.ssh_addr.split(":");
    const listed = await run("sh", [
      "-c",
      `echo 'ls /data' | sftp ${optionsOf(node.key).join(" ")} -P ${port} root@${host}`,
    ]);
    expect(listed.out).toContain("/data/file");
    expect((await inside(seen, "anything")).code).toBe(127);
  });

  test("keeps a task from the machine, metadata, neighbours, the agent and foreign files", async () => {
    mkdirSync(join(volumes, "of-another"));
    writeFileSync(join(volumes, "of-another", "secret"), "SECRET");
    const [one, other] = [node.task(), node.task({ gpus: [1] })];
    node.desire(one, other);
    const [attacker, neighbour] = [await node.untilState(one, "running"), await node.untilState(other, "running")];
    const outside = createServer((socket) => socket.end("outside")).listen(0, "0.0.0.0");
    await once(outside, "listening");
    const open = (outside.address() as AddressInfo).port;
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const addresses = own.filter(({ family }) => family === "IPv4").map(({ address }) => address);
    const port = neighbour.ssh_addr.split(":")[1];
    const [near, far] = [await addressOf(real, one), await addressOf(real, other)];
    const targets = [
      ...addresses.flatMap((address) => [`${address}/${open}`, `${address}/${port}`, `${address}/22`]),
      ...["169.254.169.254/80", `${near}/22`, `${far}/22`],
    ];
    const tries = targets.map(
      (target) => `(timeout 2 bash -c 'exec 3<>/dev/tcp/${target}' 2>/dev/null && echo REACHED ${target}) &`,
    );
    const reached = (await inside(attacker, `${tries.join(" ")} wait`)).out;
    outside.close();
    // Its own server, which must be reachable from inside.
    const itself = ["127.0.0.1", near].map((address) => `REACHED ${address}/22`);
    expect(reached.split("\n").filter(Boolean).sort()).toEqual(itself.sort());
    const powers = [
      "mknod /tmp/disk b 8 0 && echo MADE",
      "mount -t proc none /tmp && echo MOUNTED",
      "unshare --user true && echo NESTED",
      "(: > /proc/sys/kernel/core_pattern) && echo WRITTEN",
      "touch /run/millrace/conf/x && echo CONF",
      "touch /run/millrace/bin/x && echo BIN",
      `ls ${node.dataDir} && echo AGENT`,
      `ls ${volumes} && echo VOLUMES`,
      "readlink /proc/1/root/../root; cat /proc/self/uid_map; grep -E 'NoNewPrivs|Seccomp:|CapEff' /proc/self/status",
    ];
    const { out } = await inside(attacker, powers.map((power) => `{ ${power}; } 2>/dev/null`).join("; "));
    expect(out).not.toMatch(/MADE|MOUNTED|WRITTEN|CONF|BIN|AGENT|VOLUMES|NESTED/);
    expect(out).toMatch(new RegExp(` 0 +${real.rootInside} +65536\\n`));
    expect(out).toMatch(/CapEff:\t00000000000404fb\nNoNewPrivs:\t1\nSeccomp:\t2\n/);
  });

  test.runIf(Real === RealPodman)(
    "opens the GPUs that CDI names, although the container has its own users",
    async () => {
      const uuid = "GPU-00000000-0000-0000-0000-00000000try1";
      const spec = "/var/run/cdi/millrace-try.json";
      const hostPath = join(real.dir, "gpu");
      execFileSync("mknod", [hostPath, "c", "1", "5"]);
      mkdirSync("/var/run/cdi", { recursive: true });
      const containerEdits = { deviceNodes: [{ path: "/dev/nvidia9", hostPath }] };
      writeFileSync(
        spec,
        JSON.stringify({ cdiVersion: "0.5.0", kind: "nvidia.com/gpu", devices: [{ name: uuid, containerEdits }] }),
      );
      const network = networkOf(16_899, { from: NETWORKS, dir: node.dir });
      const dialect = podman({ firstUid: real.rootInside, swap: false, storage: { dir: real.dir, driver: "overlay" } });
      await text(await dialect.pull(real.engine, image.reference, undefined, AbortSignal.timeout(30_000)));
      await dialect.createNetwork(real.engine, network);
      const id = await dialect.createContainer(real.engine, {
        ...{
          name: "millrace-gpu-try",
          image: image.reference,
          hostname: "try",
          labels: {},
          environment: {},
          mounts: [],
        },
        command: [
          "/bin/bash",
          "-c",
          "[ $(stat -c %a /dev/nvidia9) = 666 ] || exit 2; head -c 3 /dev/nvidia9 || exit 3",
        ],
        ...{ network, port: { bind: "127.0.0.1", outside: 16_899, inside: 22 }, gpus: [uuid], quotaBytes: null },
        limits: { memoryMb: 256, cpuCores: 1, processes: 64, openFiles: 1024, diskGb: 1 },
      });
      await dialect.limitDevices?.(real.engine, id);
      await real.engine.call({ method: "POST", path: `/containers/${id}/start` });
      const end = await real.engine.call({ method: "POST", path: `/containers/${id}/wait`, limitMs: 30_000 });
      await removeLater(real.engine, { id, network });
      rmSync(spec);
      expect(end).toMatchObject({ StatusCode: 0 });
    },
  );

  test("enforces a task's memory, with a message, and its number of processes", async () => {
    const seen = await running();
    const { code, out } = await inside(seen, "head -c 600000000 /dev/zero | tail | wc -c; echo alive");
    expect({ code, out }).not.toMatchObject({ out: expect.stringContaining("600000000") });
    expect(await inside(seen, "echo alive")).toMatchObject({ out: "alive\n" });
    await node.plane.untilLogs((chunks) => chunks.some(({ text }) => text.includes("memory of this task is full")));
    const many = "for i in $(seq 1200); do sleep 60 & done 2>&1 | head -1; ls /proc | grep -c '^[0-9]'";
    const { out: counted } = await inside(seen, `(${many}); true`);
    expect(Number(counted.trim().split("\n").at(-1)) || 0).toBeLessThanOrEqual(1_024);
  });

  test("keeps a volume's files for the next task", async () => {
    const volume = { volume_id: "vol-1", path: "/work/kept", read_only: false };
    const first = await running({ volumes: [volume] });
    await inside(first, "echo kept > /work/kept/file; finish 3");
    const task = node.task({ gpus: [1], volumes: [{ ...volume, read_only: true }] });
    node.desire(task);
    const second = await node.untilState(task, "running");
    expect(await inside(second, "cat /work/kept/file; touch /work/kept/x 2>/dev/null || echo read-only")).toMatchObject(
      {
        out: "kept\nread-only\n",
      },
    );
  });

  test("keeps tasks when the engine is killed, and ends them when it is back", async () => {
    const task = node.task();
    const seen = await node.run(task);
    await real.kill();
    expect(await inside(seen, "echo alive")).toMatchObject({ out: "alive\n" });
    await real.start();
    await node.killAgents();
    node.agent();
    expect(await node.untilState(task, "running")).toMatchObject({
      ssh_addr: seen.ssh_addr,
      ssh_host_key: seen.ssh_host_key,
    });
    await inside(seen, "finish 9");
    expect(await node.untilState(task, "stopped")).toMatchObject({ exit_code: 9 });
  });

  test.each([
    [
      "refuses the credentials",
      () => (registry.credentials = { username: "a", password: "b" }),
      /refused the credentials/,
    ],
    ["ends in the middle", () => (registry.cutsOff = true), /could not be pulled/],
    ["gives other bytes", () => (registry.changes = true), /could not be pulled/],
  ])("explains the fault of a registry that %s", async (_, spoil, told) => {
    const name = `tenant/spoiled-${Math.random().toString(36).slice(2)}`;
    const layer = execFileSync("tar", ["-C", "app", "-cf", "-", "compute"], { maxBuffer: 100_000_000 });
    const { reference } = registry.add(name, layer);
    spoil();
    const seen = await node.run(node.task({ image_ref: reference }));
    expect(seen).toMatchObject({ state: "error", message: expect.stringMatching(told) });
  });

  test("reports an image that has lost its content", async () => {
    const seen = await node.run(node.task({ image_digest: `sha256:${"0".repeat(64)}` }));
    expect(seen).toMatchObject({ state: "error", message: expect.stringContaining("no longer with that content") });
  });

  test("sends a registry the credentials that it requires", async () => {
    const name = "tenant/private";
    const { reference } = registry.add(name, systemImage());
    registry.credentials = { username: "robot", password: "secret" };
    await running({ image_ref: reference, image_auth: { username: "robot", password: "secret" } });
  });
}

/** The remains of a killed earlier run: nobody else has these ports. */
async function sweepNetworks(real: RealEngine): Promise<void> {
  for (const name of await real.left(PORTS))
    await sweepNetwork(networkOf(Number(/\d+$/.exec(name)?.[0]), { from: NETWORKS, dir: "" }));
}

/** Address of a task's container in its own network. */
async function addressOf(real: RealEngine, { placement_id }: DesiredTask): Promise<string> {
  const { NetworkSettings } = await real.engine.call<{
    NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
  }>({ method: "GET", path: `/containers/millrace-${placement_id}/json` });
  return Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? "";
}
