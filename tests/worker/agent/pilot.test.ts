import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "mr-0d9f6f1c-1f0b-4b8e-9a44-1f0e6a2f7c11-1-0";

let key: KeyPair;
let plane: ControlPlane;
let liveUrl: string;
let web: Server;
let url: string;
/** `$TMPDIR` of the place. */
let scratch: string;
let pilots: ChildProcess[];
let answer: { status: number; body: unknown };
let asked: { authorization: string | undefined; body: Record<string, unknown> }[];

beforeAll(async () => {
  key = await makeKeyPair();
});
beforeEach(async () => {
  [asked, pilots] = [[], []];
  answer = { status: 201, body: { node_name: NODE, cluster_name: "fra1", agent_key: "mra_1", lease_minutes: 60 } };
  plane = new ControlPlane();
  liveUrl = await plane.start();
  scratch = mkdtempSync(join(tmpdir(), "place-"));
  web = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const pilot of pilots) await kill(pilot);
  await plane.stop();
  web.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Starts the agent as a Slurm job's script does. */
function start(more: Record<string, string> = {}): { pilot: ChildProcess; exit: Promise<unknown> } {
  const pilot = startAgent({
    ...{ liveUrl: more["MILLRACE_LIVE_URL"] ?? liveUrl, dataDir: "/nonexistent", ports: "16300-16349" },
    command: ["node_modules/.bin/bun", "worker/agent/main.ts", "pilot"],
    env: {
      ...{ MILLRACE_URL: url, MILLRACE_PLACE_TOKEN: "mrp_once", MILLRACE_RUNTIME: "demo", MILLRACE_GPU_TYPE: "a5000" },
      ...{ TMPDIR: scratch, SLURM_JOB_ID: "17", SLURM_NODEID: "0", SLURM_NNODES: "1", SLURM_JOB_GPUS: "2,3" },
      ...{ SLURMD_NODENAME: "n1", ...more },
    },
  });
  pilots.push(pilot);
  return { pilot, exit: once(pilot, "exit").then(([code]) => code as unknown) };
}

const aTask = () => aDesiredTask({ ssh_public_keys: [key.publicKey], gpus: [0, 1] });

test("a pilot is admitted with its place's token, runs its task, and leaves nothing behind when the task is over", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const { exit } = start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  expect(asked).toEqual([
    {
      authorization: "Bearer mrp_once",
      body: expect.objectContaining({
        ...{ gpu_type: "a5000", gpus: 2, node_type: "demo8", pilot: { rank: 0, host: "n1", gpus: [2, 3], job: "17" } },
      }),
    },
  ]);
  const inside = await ssh(ssh_addr, key, "env; cat /proc/*/environ 2>/dev/null");
  expect(inside.out).not.toMatch(/mrp_|SLURM_/);
  expect(readdirSync(scratch)).toEqual([expect.stringMatching(/^mr-17-0-/)]);

  plane.desire(NODE, desiring(2, [{ ...task, run: false }]));
  const stopped = await plane.untilTask(NODE, task.placement_id, "stopped");
  expect(stopped.ended_by_engine).toBeUndefined();
  plane.desire(NODE, desiring(3, []));
  expect(await exit).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
});

test("a pilot that its engine ends reports its task as ended by the engine, and then leaves", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const { pilot, exit } = start();
  await plane.untilTask(NODE, task.placement_id, "running");
  pilot.kill("SIGTERM");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ ended_by_engine: true });
  expect(await exit).toBe(0);
  const states = plane.observed.flatMap(({ report }) => report.tasks.map(({ state }) => state));
  expect(new Set(states.slice(states.indexOf("running")))).toEqual(new Set(["running", "stopped"]));
  expect(readdirSync(scratch)).toEqual([]);
});

test("a pilot does not name its GPUs as its own: its engine lends them", async () => {
  const bin = mkdtempSync(join(tmpdir(), "bin-"));
  const rows = "0, GPU-5f1c, NVIDIA RTX A5000, 00000000:2B:00.0, 24564, 10, 50, 0, No";
  writeFileSync(join(bin, "nvidia-smi"), `#!/bin/sh\ncase "$*" in *remapped*) ;; *) echo '${rows}';; esac\n`, {
    mode: 0o755,
  });
  plane.desire(NODE, desiring(1, []));
  start({ PATH: `${bin}:${process.env["PATH"]}`, MILLRACE_RUNTIME: "process", SLURM_JOB_GPUS: "2" });
  const report = await plane.until(NODE, (one) => one.desired_version === 1);
  expect(report.sysinfo.gpus).toBe(1);
  expect(report.gpu_uuids).toBeUndefined();
  rmSync(bin, { recursive: true });
});

test.each([401, 409, 410])(
  "a pilot that is refused (%i) has succeeded for its engine, and nothing has run",
  async (status) => {
    answer = { status, body: { retcode: "ERROR", human_readable_message: "This place is no longer wanted." } };
    const { exit } = start();
    expect(await exit).toBe(0);
    expect(readdirSync(scratch)).toEqual([]);
    expect(plane.said).toEqual([]);
  },
);

test("a pilot that the control plane retires exits, and ends its task first", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const { exit } = start();
  await plane.untilTask(NODE, task.placement_id, "running");
  plane.supersede(NODE, { retired: true });
  expect(await exit).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
});

test("a pilot without contact for its lease ends its task and itself; a node's agent never does", async () => {
  answer = { status: 201, body: { ...(answer.body as object), lease_minutes: 0.1 } };
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const { exit } = start();
  await plane.untilTask(NODE, task.placement_id, "running");
  plane.refusing = true;
  plane.disconnectAll();
  expect(await exit).toBe(1);
  expect(readdirSync(scratch)).toEqual([]);
});

test("without a place, and without GPUs that the demo runtime may simulate, it says so", async () => {
  for (const [wrong, said] of [
    [{ MILLRACE_PLACE_TOKEN: "" }, "MILLRACE_PLACE_TOKEN"],
    [{ MILLRACE_RUNTIME: "auto" }, "nvidia-smi"],
  ] as const) {
    const pilot = startAgent({
      ...{ liveUrl, dataDir: "/nonexistent", ports: "16300-16349", stderr: "pipe" },
      command: ["node_modules/.bin/bun", "worker/agent/main.ts", "pilot"],
      env: { MILLRACE_URL: url, MILLRACE_PLACE_TOKEN: "mrp_once", MILLRACE_RUNTIME: "demo", TMPDIR: scratch, ...wrong },
    });
    pilots.push(pilot);
    let output = "";
    pilot.stderr?.on("data", (chunk) => (output += chunk));
    expect((await once(pilot, "exit"))[0]).toBe(1);
    expect(output).toContain(said);
  }
  expect(asked).toEqual([]);
});
