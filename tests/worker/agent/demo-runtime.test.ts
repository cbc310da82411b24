import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desired, DesiredTask } from "~/fleet/agent-messages";
import { openPortInside } from "../../../worker/agent/access/port-inside";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";
const VOLUME = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const COPY = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";
const plane = new ControlPlane();
const dataDir = aDataDir();
let agent: ChildProcess;
let key: KeyPair;
let version = 0;

beforeAll(async () => {
  key = await makeKeyPair();
  const liveUrl = await plane.start();
  const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8, gpu_type: "a5000" }];
  const env = { MILLRACE_VOLUMES_DIR: join(dataDir, "volumes"), MILLRACE_VOLUMES_REACH: "shared" };
  agent = startAgent({ liveUrl, dataDir, nodes, ports: "16450-16499", env });
});
afterAll(async () => {
  await kill(agent);
  await plane.stop();
  await cleanUp(dataDir, [NODE]);
});

const task = (given: Partial<DesiredTask>) => aDesiredTask({ ssh_public_keys: [key.publicKey], ...given });
const desire = (given: Partial<Desired>) => plane.desire(NODE, { ...desiring((version += 1), []), ...given });

async function running(desired: DesiredTask) {
  const { ssh_addr } = await plane.untilTask(NODE, desired.placement_id, "running");
  return async (command: string) => (await ssh(ssh_addr, key, command)).out;
}

async function ended(one: DesiredTask): Promise<void> {
  desire({ tasks: [{ ...one, run: false }] });
  await plane.untilTask(NODE, one.placement_id, "stopped");
}

test("a volume is a folder that outlives its tasks, and is copied and removed as on any node", async () => {
  const first = task({ volumes: [{ volume_id: VOLUME, path: "/data", read_only: false }] });
  desire({ tasks: [first] });
  const write = await running(first);
  expect(plane.observed.at(-1)?.report.volumes).toMatchObject({ reach: "shared", copies: true });
  // Simulated GPUs are ids: those of two machines may have the same names.
  expect(plane.said.filter(({ message }) => JSON.stringify(message)?.includes("gpu_uuids"))).toEqual([]);
  await write("echo kept > /data/file");
  await ended(first);

  desire({ volume_copies: [{ volume_id: COPY, source_id: VOLUME }] });
  await plane.until(NODE, ({ volume_copies }) => volume_copies?.[0]?.state === "done");

  const second = task({
    volumes: [
      { volume_id: VOLUME, path: "/home/me/work", read_only: true, used: true },
      { volume_id: COPY, path: "/copy", read_only: false, used: true },
    ],
  });
  desire({ tasks: [second] });
  const read = await running(second);
  expect(await read("cat /home/me/work/file /copy/file; touch /home/me/work/new 2>&1")).toMatch(
    /^kept\nkept\ntouch: .*Read-only file system\n$/,
  );
  await ended(second);

  desire({ volumes_gone: [COPY] });
  await plane.until(NODE, ({ volumes_gone }) => volumes_gone?.[0] === COPY);
  const third = task({ volumes: [{ volume_id: COPY, path: "/data", read_only: false, used: true }] });
  desire({ tasks: [third] });
  expect(await plane.untilTask(NODE, third.placement_id, "error")).toMatchObject({
    message: expect.stringContaining("the volume at /data is not on this node"),
  });
});

test("a template's command runs with its variables, and a stand-in answers on the port of its image's program", async () => {
  const vllm = task({
    image_ref: "docker.io/vllm/vllm-openai:v0.6.4",
    start_command: "echo begun; vllm serve $MODEL --port 8000",
    environment: { MODEL: "facebook/opt-125m" },
  });
  const comfy = task({ start_command: "bash /runner-scripts/entrypoint.sh", gpus: [1] });
  desire({ tasks: [vllm, comfy] });
  await running(comfy);
  const run = await running(vllm);
  await plane.untilLogs((chunks) => chunks.some(({ text }) => /stands in for vLLM on port 8000/.test(text)));
  await plane.untilLogs((chunks) => chunks.some(({ text }) => /stands in for ComfyUI on port 8188/.test(text)));
  expect(plane.logs.some(({ text }) => text.startsWith("begun\n"))).toBe(true);
  const models = JSON.parse(await said(vllm, 8000, "GET /v1/models HTTP/1.1"));
  expect(models.data).toMatchObject([{ id: "facebook/opt-125m" }]);
  const page = await said(comfy, 8188, "GET / HTTP/1.1");
  expect(page).toContain("stands in for ComfyUI");
  // If the agent is root, so is the task, which could then read the keys of the machine's certificates.
  expect(await run("ls /etc/ssl")).not.toContain("private");
  expect(await run("command -v jupyter")).toContain("/jupyter\n");
  expect(await echoed(comfy, 8188, "hello")).toBe("hello");
});

test("a customer's own image has no stand-ins", async () => {
  const own = task({ image_ref: "ghcr.io/acme/train:2", image_own: true });
  desire({ tasks: [own] });
  expect(await plane.untilTask(NODE, own.placement_id, "error")).toMatchObject({
    message: expect.stringContaining("MILLRACE_DEMO_RUNTIME=container"),
  });
});

async function entered({ placement_id }: DesiredTask, port: number) {
  const socket = await openPortInside(join(dataDir, NODE, "tasks", placement_id, "run"), port);
  if (!socket) throw new Error("the task has no such socket");
  return socket;
}

/** Answer of a program in a task. */
async function said(of: DesiredTask, port: number, request: string): Promise<string> {
  const socket = await entered(of, port);
  socket.write(`${request}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString().split("\r\n\r\n").slice(1).join("");
}

/** Reply of a WebSocket. */
async function echoed(of: DesiredTask, port: number, text: string): Promise<string> {
  const socket = await entered(of, port);
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13";
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\nSec-WebSocket-Key: ${btoa("0123456789abcdef")}\r\n\r\n`,
  );
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 101/);
  // One masked frame of text; a mask of zeros leaves it as it is.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
  const [frame] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return frame.subarray(2).toString();
}
