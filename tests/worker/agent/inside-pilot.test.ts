import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type KeyPair, makeKeyPair, ssh } from "../../e2e/support/ssh";
import { kill } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

// The agent as a Pod's container starts it: unpacked, first process of its own processes, in the root of an image.

const ROOT = join(import.meta.dirname, "../../..");
const NODE = "mr-0d9f6f1c-1f0b-4b8e-9a44-1f0e6a2f7c11-1-0";
const dir = mkdtempSync(join(tmpdir(), "inside-"));
const [bin, image] = [join(dir, "bin"), join(dir, "image")];
const IN_IMAGE = ["/run/millrace/bin/lib/ld.so", "--library-path", "/run/millrace/bin/lib", "/run/millrace/bin/agent"];

let key: KeyPair;
let plane: ControlPlane;
let web: Server;
let env: Record<string, string>;
let pod: ChildProcess | undefined;

function run(command: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  key = await makeKeyPair();
  const agent = join(dir, "millrace-agent");
  run(join(ROOT, "node_modules/.bin/bun"), [
    "build",
    "--compile",
    "--external",
    "cpu-features",
    "worker/agent/main.ts",
    "--outfile",
    agent,
  ]);
  run(agent, ["unpack", bin]);
  mkdirSync(image);
  const gpus = [0, 1]
    .map((index) => `${index}, GPU-${index}, NVIDIA RTX A5000, 00000000:0${index + 1}:00.0, 24564, 10, 0, 0, No`)
    .join("\n");
  const tool = `#!/bin/sh\ncase "$*" in *retired_pages.pending*) printf '${gpus}\n' ;; *) exit 2 ;; esac\n`;
  writeFileSync(join(image, "nvidia-smi"), tool, { mode: 0o755 });
  plane = new ControlPlane();
  const liveUrl = await plane.start();
  web = createServer((request, response) => {
    const admitted = { node_name: NODE, cluster_name: "k1", agent_key: "mra_1", lease_minutes: 60 };
    request
      .resume()
      .on("end", () => response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(admitted)));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  env = {
    ...{ MILLRACE_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`, MILLRACE_LIVE_URL: liveUrl },
    ...{
      MILLRACE_PLACE_TOKEN: "mrp_once",
      MILLRACE_PLACE_ID: "mr-x-1",
      MILLRACE_PLACE_RANK: "0",
      MILLRACE_PLACE_HOST: "n1",
    },
    ...{
      MILLRACE_PLACE_DIR: "/run/millrace/place",
      MILLRACE_RUNTIME: "inside",
      MILLRACE_GPU_TYPE: "a5000",
      MILLRACE_SSH_PORTS: "16350-16399",
    },
    ...{
      KUBERNETES_SERVICE_HOST: "10.0.0.1",
      PATH: "/image:/usr/bin:/bin",
      LD_LIBRARY_PATH: "/opt/cuda/lib",
      CONDA: "yes",
      HOME: "/root",
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
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root", "--tmpfs", "/run/millrace/place"],
    ...["--ro-bind", bin, "/run/millrace/bin", ...more],
  ];
  return spawn("bwrap", [...root, "--", ...command], {
    env: { NODE_ENV: "test", ...env },
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
  const task = aDesiredTask({ ssh_public_keys: [key.publicKey], gpus: [0, 1], start_command: "echo begun" });
  plane.desire(NODE, desiring(1, [task]));
  pod = container([...IN_IMAGE, "pilot"], SYSTEM);
  const ended = once(pod, "exit");
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
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
  pod = container([...IN_IMAGE, "pilot"], SYSTEM);
  const ended = once(pod, "exit");
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  // bubblewrap hands no signals on; the engine's reaches the first process.
  void ssh(ssh_addr, key, "kill -TERM 1");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ ended_by_engine: true });
  expect((await ended)[0]).toBe(0);
});

test("it starts in an image without a C library, or anything else", async () => {
  const agent = container([...IN_IMAGE, "nvidia-smi", "/none", "-L"]);
  let said = "";
  agent.stderr?.on("data", (part) => (said += String(part)));
  await once(agent, "close");
  expect(said).toBe("No devices were found.\n");
});
