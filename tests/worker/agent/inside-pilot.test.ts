import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlaceAsk } from "~/compute/engine";
import { podRequest } from "../../../worker/engines/kubernetes/pod-request";
import { kubernetesSettings } from "~/compute/kubernetes-settings";
import { type KeyPair, makeKeyPair, ssh } from "../../e2e/support/ssh";
import { buildAgent } from "../../support/build-agent.mjs";
import { type Container, nvidiaSmi, type PodSpec, variablesOf } from "../../support/kubernetes/pod";
import { kill } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

// The Pod that Kubernetes is asked for, as a kubelet would run it: the agent is unpacked, and then the first process in the root of an image.

const NODE = "mr-0d9f6f1c-1f0b-4b8e-9a44-1f0e6a2f7c11-1-0";
const dir = mkdtempSync(join(tmpdir(), "inside-"));
const [bin, image] = [join(dir, "bin"), join(dir, "image")];

function aPod(url: string): { before: Container; task: Container } {
  const ask: PlaceAsk = {
    ...{
      name: NODE.slice(0, -2),
      resvGuid: "",
      attempt: 1,
      gpuType: "a5000",
      nodes: 1,
      gpusPerNode: 2,
      cpusPerNode: 1,
    },
    ...{ memMbPerNode: 1024, maxSeconds: 60, url, token: "mrp_once", comment: "" },
  };
  const gpuMap = { "NVIDIA-RTX-A5000": "a5000" };
  const site = { url: "https://k.example", namespace: "gpu", image: "i", agentImage: "a" };
  const { spec } = podRequest(ask, 0, kubernetesSettings.parse({ ...site, gpuMap })) as {
    spec: PodSpec;
  };
  const [before, task] = [...spec.initContainers, ...spec.containers];
  if (!before || !task) throw new Error("the Pod has no containers");
  return { before, task };
}

let key: KeyPair;
let plane: ControlPlane;
let web: Server;
let env: Record<string, string>;
let started: Container & { command: string[] };
const asked: { authorization: string | undefined; body: object }[] = [];
let pod: ChildProcess | undefined;

beforeAll(async () => {
  key = await makeKeyPair();
  const agent = buildAgent(join(dir, "millrace-agent"));
  mkdirSync(image);
  writeFileSync(join(image, "nvidia-smi"), nvidiaSmi(), { mode: 0o755 });
  plane = new ControlPlane();
  const liveUrl = await plane.start();
  web = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) as object });
    const admitted = { node_name: NODE, cluster_name: "k1", agent_key: "mra_1", lease_minutes: 60 };
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(admitted));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  const { before, task } = aPod(`http://127.0.0.1:${(web.address() as AddressInfo).port}`);
  const program = before.volumeMounts.find(({ mountPath }) => before.args?.includes(mountPath));
  execFileSync(
    agent,
    (before.args ?? []).map((argument) => (argument === program?.mountPath ? bin : argument)),
  );
  started = { ...task, command: task.command ?? [] };
  env = {
    ...variablesOf(task, () => "mrp_once"),
    ...{
      MILLRACE_LIVE_URL: liveUrl,
      MILLRACE_BIND: "127.0.0.1",
      MILLRACE_SSH_PORTS: "16350-16399",
      KUBERNETES_SERVICE_HOST: "10.0.0.1",
    },
    ...{
      PATH: "/image:/usr/bin:/bin",
      LD_LIBRARY_PATH: "/opt/cuda/lib",
      CONDA: "yes",
      HOME: "/root",
      NODE_ENV: "test",
    },
  };
});
afterEach(async () => {
  if (pod) await kill(pod);
});
afterAll(async () => {
  await plane.stop();
  web.close();
  rmSync(dir, { recursive: true });
});

function container(command: string[], more: string[] = []): ChildProcess {
  const mounts = started.volumeMounts.flatMap(({ name, mountPath }) =>
    name === "program" ? ["--ro-bind", bin, mountPath] : ["--tmpfs", mountPath],
  );
  const root = [
    ...[
      "--unshare-user",
      "--uid",
      "0",
      "--gid",
      "0",
      "--unshare-pid",
      "--as-pid-1",
      "--unshare-ipc",
      "--die-with-parent",
    ],
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root", ...mounts, ...more],
  ];
  return spawn("bwrap", [...root, "--", ...command], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

const SYSTEM = [
  ...[
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/bin",
    "/bin",
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
  ],
  ...["--dir", "/etc/profile.d", "--ro-bind", "/etc/profile", "/etc/profile", "--ro-bind", image, "/image"],
];

test("a pilot serves its task within the image: SSH, the image's variables, its start command, orphans, the end", async () => {
  const task = aDesiredTask({ ssh_public_keys: [key.publicKey], gpus: [0, 1], start_command: "echo begun; sleep 600" });
  plane.desire(NODE, desiring(1, [task]));
  pod = container(started.command, SYSTEM);
  const ended = once(pod, "exit");
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  expect(asked).toEqual([
    {
      authorization: "Bearer mrp_once",
      body: expect.objectContaining({ gpu_type: "a5000", gpus: 2, pilot: { rank: 0, host: "n1", gpus: [], job: "" } }),
    },
  ]);
  const inside = await ssh(ssh_addr, key, "env; pwd; id -u");
  expect(inside.out).toMatch(/^LD_LIBRARY_PATH=\/opt\/cuda\/lib$/m);
  expect(inside.out).toMatch(/^CONDA=yes$/m);
  expect(inside.out).toMatch(/^NODE_ENV=test$/m);
  expect(inside.out).toMatch(/^CUDA_VISIBLE_DEVICES=GPU-0,GPU-1$/m);
  expect(inside.out).not.toMatch(/mrp_once|KUBERNETES|MILLRACE_URL/);
  expect(inside.out).toContain("\n/root\n0\n");
  expect(
    (await ssh(ssh_addr, key, "nvidia-smi --query-gpu=index,retired_pages.pending; bash -lc 'echo $PATH'")).out,
  ).toMatch(/GPU-1[^]*\/image:/);
  expect((await ssh(ssh_addr, key, "until grep -q begun ~/task.log; do sleep 0.1; done; cat ~/task.log")).out).toBe(
    "begun\n",
  );
  const gone = `(setsid sleep 0 &); until ! grep -q "(sleep) Z" /proc/[0-9]*/stat 2>/dev/null; do sleep 0.1; done; echo gone`;
  expect((await ssh(ssh_addr, key, gone)).out).toBe("gone\n");

  await ssh(ssh_addr, key, "finish 7");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ exit_code: 7 });
  plane.desire(NODE, desiring(2, []));
  expect((await ended)[0]).toBe(0);
});

test("TERM of the engine reaches it: the task was ended by the engine", async () => {
  const task = aDesiredTask({ ssh_public_keys: [key.publicKey], gpus: [0, 1] });
  plane.desire(NODE, desiring(3, [task]));
  pod = container(started.command, SYSTEM);
  const ended = once(pod, "exit");
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  // bubblewrap hands no signals on; the engine's reaches the first process.
  void ssh(ssh_addr, key, "kill -TERM 1");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ ended_by_engine: true });
  expect((await ended)[0]).toBe(0);
});

test("it starts in an image without a C library, or anything else", async () => {
  const agent = container([...started.command.slice(0, -1), "nvidia-smi", "/none", "-L"]);
  let said = "";
  agent.stderr?.on("data", (part) => (said += String(part)));
  await once(agent, "close");
  expect(said).toBe("No devices were found.\n");
});
