import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { machineProcesses } from "../../support/machine-processes";
import { until } from "../../support/until";
import { markedProcesses } from "../../../worker/agent/process/processes";
import { ProcessTasks } from "../../../worker/agent/process/process-tasks";
import { aDataDir, cleanUp, kill, startAgent, type AgentOptions } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";
import { join } from "node:path";

const NODE = "demo-1";
const OTHER = "demo-2";
const NODES = [NODE, OTHER].map((node_name) => ({ node_name, agent_key: "mra_x", gpus: 8 }));

let key: KeyPair;
let plane: ControlPlane;
let liveUrl: string;
let dataDir: string;
let agents: ChildProcess[];

beforeAll(async () => {
  key = await makeKeyPair();
});
beforeEach(async () => {
  plane = new ControlPlane();
  liveUrl = await plane.start();
  dataDir = aDataDir();
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await kill(agent);
  await plane.stop();
  await cleanUp(dataDir, [NODE, OTHER]);
});

function start(more: Partial<AgentOptions> = {}): ChildProcess {
  const agent = startAgent({ liveUrl, dataDir, nodes: NODES, ports: "16100-16199", ...more });
  agents.push(agent);
  return agent;
}

const aTask = (given = {}) => aDesiredTask({ ssh_public_keys: [key.publicKey], ...given });

test("a task survives the agent's death, is adopted, and keeps its address and host key", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const first = start();
  const before = await plane.untilTask(NODE, task.placement_id, "running");
  await kill(first);
  expect(await ssh(before.ssh_addr, key, "echo alive")).toMatchObject({ out: "alive\n" });

  plane.observed.length = 0;
  start();
  const after = await plane.untilTask(NODE, task.placement_id, "running");
  expect(after).toMatchObject({
    ssh_addr: before.ssh_addr,
    ssh_host_key: before.ssh_host_key,
    started_ts: before.started_ts,
  });
});

test("a task of an older agent, whose server listens itself, is adopted and ended", async () => {
  const task = aTask();
  const folder = new ProcessTasks(join(dataDir, NODE)).folder(task.placement_id);
  for (const dir of [folder.conf, folder.run, folder.home]) mkdirSync(dir, { recursive: true });
  const { placement_id, resv_guid, task_name, tenant_name, agent, gpus } = task;
  const about = { placement_id, resv_guid, task_name, tenant_name, agent, gpus };
  const place = { bind: "127.0.0.1", host: "127.0.0.1", port: 16_150, started_ts: 1_700_000_000 };
  const file = { ...about, ...place, gpu_uuids: [], simulated: true };
  writeFileSync(join(folder.conf, "task.json"), JSON.stringify(file));
  writeFileSync(join(folder.run, "ready.json"), JSON.stringify({ port: 16_151 }));
  writeFileSync(join(dataDir, NODE, "started"), `${placement_id}\n`);
  const older = spawn("sleep", ["600"], {
    env: { ...process.env, MILLRACE_PLACEMENT: placement_id, MILLRACE_AGENT_DIR: join(dataDir, NODE) },
  });
  const ended = once(older, "exit");
  plane.desire(NODE, desiring(1, [task]));
  start();
  const seen = await plane.untilTask(NODE, placement_id, "running");
  expect(seen).toMatchObject({ ssh_addr: "127.0.0.1:16151", started_ts: 1_700_000_000 });
  plane.desire(NODE, desiring(2, []));
  await plane.until(NODE, (report) => report.desired_version === 2 && report.tasks.length === 0);
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("a task whose keeper is killed ends with it and its start command, and reports that", async () => {
  const task = aTask({ start_command: "sleep 1234.6" });
  plane.desire(NODE, desiring(1, [task]));
  start();
  await plane.untilTask(NODE, task.placement_id, "running");
  const marked = markedProcesses(join(dataDir, NODE)).map(({ pid }) => pid);
  const keeper = marked.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("keeper.json"));
  process.kill(keeper ?? 0, "SIGKILL");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ message: "stopped" });
});

test.each([
  ["a pipe", "mkfifo"],
  ["a link to what never ends", "ln -s /dev/zero"],
  ["a folder", "mkdir"],
])("%s in its run folder blocks nothing: customers log in, and it ends on request", async (_, make) => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  const names = ["finish", "ready.json", "exit.json.new", "exit.json"];
  const made = names.map((name) => `${make} $MILLRACE_RUN/${name}`).join(" && ");
  expect(await ssh(ssh_addr, key, `${made} && echo made`)).toMatchObject({ out: "made\n" });
  expect(await ssh(ssh_addr, key, "echo alive")).toMatchObject({ out: "alive\n" });
  await ssh(ssh_addr, key, "rm -r $MILLRACE_RUN/finish; finish 5");
  const { exit_code } = await plane.untilTask(NODE, task.placement_id, "stopped");
  expect(exit_code).toBe(make === "mkdir" ? null : 5);
});

test("a transfer continues while the agent is killed and replaced", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const first = start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  const transfer = ssh(ssh_addr, key, "for i in $(seq 40); do head -c 100000 /dev/zero; sleep 0.05; done | sha256sum");
  await kill(first);
  plane.observed.length = 0;
  start();
  await plane.untilTask(NODE, task.placement_id, "running");
  const expected = createHash("sha256").update(Buffer.alloc(4_000_000)).digest("hex");
  expect(await transfer).toMatchObject({ code: 0, out: `${expected}  -\n` });
});

test("an orphan is ended with all its processes, but only after the control plane has answered", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  const first = start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  await ssh(ssh_addr, key, "nohup setsid env -i sleep 1234.5 >/dev/null 2>&1 & disown");
  await kill(first);

  plane.desire(NODE, desiring(2, []));
  start();
  await plane.until(NODE, (report) => report.desired_version === 2 && report.tasks.length === 0);
  expect(new ProcessTasks(join(dataDir, NODE)).alive().size).toBe(0);
  const left = machineProcesses().filter(({ command }) => command.includes("sleep 1234.5"));
  expect(left).toEqual([]);
});

test("what a customer writes into an environment hides no process from a new agent, and gives none to another task", async () => {
  const [task, other] = [aTask(), aTask({ gpus: [1] })];
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  const wipe =
    "read -a stat < /proc/1/stat; dd if=/dev/zero of=/proc/1/mem bs=1 conv=notrunc seek=${stat[49]} count=$((stat[50] - stat[49]))";
  const forge = `nohup env MILLRACE_PLACEMENT=${other.placement_id} setsid sleep 1234.8 >/dev/null 2>&1 &`;
  await ssh(ssh_addr, key, `${wipe}; ${forge}`);
  const tasks = new ProcessTasks(join(dataDir, NODE));
  expect(tasks.find().map(({ placementId }) => placementId)).toEqual([task.placement_id]);
  const commands = tasks.pids(task.placement_id).map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  expect(commands.map((command) => command.split("\0").join(" ")).join()).toContain("sleep 1234.8");
  expect(tasks.pids(other.placement_id)).toEqual([]);
});

test("a placement that was stopped is never started again, and is reported until it leaves the list", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  start();
  await plane.untilTask(NODE, task.placement_id, "running");
  plane.desire(NODE, desiring(2, [{ ...task, run: false }]));
  await plane.untilTask(NODE, task.placement_id, "stopped");
  plane.desire(NODE, desiring(3, [task]));
  const report = await plane.until(NODE, (one) => one.desired_version === 3);
  expect(report.tasks).toMatchObject([{ placement_id: task.placement_id, state: "stopped" }]);
  plane.desire(NODE, desiring(4, []));
  await plane.until(NODE, (one) => one.desired_version === 4 && one.tasks.length === 0);
});

test("`finish` ends the task with the given exit code, and all its programs", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  await ssh(ssh_addr, key, "nohup setsid sleep 1234.7 >/dev/null 2>&1 & disown; finish 5");
  expect(await plane.untilTask(NODE, task.placement_id, "stopped")).toMatchObject({ exit_code: 5 });
});

test("what a task leaves may be deeper than any path: its removal keeps the node from nothing", async () => {
  const [task, next] = [aTask(), aTask()];
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  const deep = "for (1 .. 5000) { mkdir 'deeper' and chdir 'deeper' or die } chmod 0, '.'; print 'made'";
  expect(await ssh(ssh_addr, key, `perl -e "${deep}"`)).toMatchObject({ out: "made" });
  plane.desire(NODE, desiring(2, []));
  await plane.until(NODE, (report) => report.desired_version === 2 && report.tasks.length === 0);
  plane.desire(NODE, desiring(3, [next]));
  await plane.untilTask(NODE, next.placement_id, "running");
});

test("what a task writes to its server's own log counts as its storage", async () => {
  const task = aTask({ disk_gb: 0.02 });
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  await ssh(
    ssh_addr,
    key,
    "for i in 1 2; do head -c 15000000 /dev/urandom > $MILLRACE_RUN/$i; cat $MILLRACE_RUN/$i >> /proc/1/fd/1; rm $MILLRACE_RUN/$i; done",
  );
  const { message } = await plane.untilTask(NODE, task.placement_id, "stopped");
  expect(message).toMatch(/^its files took 0\.0\d+ GB of the 0\.02 GB it may store$/);
});

test("a task's last output is sent before its remains are removed; of a very long one the end", async () => {
  start();
  for (const [at, much] of [20_000, 900_000].entries()) {
    const task = aTask({ start_command: `seq ${much}; echo last words; finish 0` });
    plane.desire(NODE, desiring(2 * at + 1, [task]));
    await plane.untilTask(NODE, task.placement_id, "stopped");
    plane.desire(NODE, desiring(2 * at + 2, []));
    const out = () =>
      plane.logs.flatMap((one) => (one.placement_id === task.placement_id && one.stream === "out" ? [one.text] : []));
    await plane.untilLogs(() => out().join("").endsWith("last words\n"));
    expect(/\[\d+ bytes are left out\]\n/.test(out().join(""))).toBe(much > 20_000);
    const folder = new ProcessTasks(join(dataDir, NODE)).root(task.placement_id);
    await until("its folder is removed", () => !existsSync(folder));
  }
});

test("GPUs in use by another task are refused", async () => {
  const [first, second] = [aTask({ gpus: [0, 1] }), aTask({ gpus: [1, 2] })];
  plane.desire(NODE, desiring(1, [first]));
  start();
  await plane.untilTask(NODE, first.placement_id, "running");
  plane.desire(NODE, desiring(2, [first, second]));
  expect(await plane.untilTask(NODE, second.placement_id, "error")).toMatchObject({
    message: "GPU 1 is in use by another task",
  });
});

test("a restored database is followed, though its versions are older: unknown tasks end, known ones continue", async () => {
  const [both, lost, fresh] = [aTask(), aTask({ gpus: [1] }), aTask({ gpus: [1] })];
  plane.desire(NODE, { ...desiring(57, [both, lost]), epoch: "before" });
  start();
  const before = await plane.untilTask(NODE, both.placement_id, "running");
  await plane.untilTask(NODE, lost.placement_id, "running");
  plane.desire(NODE, { ...desiring(40, [both, fresh]), epoch: "restored" });
  await plane.untilTask(NODE, fresh.placement_id, "running");
  const report = await plane.until(NODE, (one) => one.desired_version === 40);
  expect(report.epoch).toBe("restored");
  expect(report.tasks.map((task) => task.placement_id)).not.toContain(lost.placement_id);
  expect(await plane.untilTask(NODE, both.placement_id, "running")).toMatchObject({
    ssh_addr: before.ssh_addr,
    started_ts: before.started_ts,
  });
});

test("a program that a customer names oddly costs the node no report", async () => {
  const task = aTask({ agent: "block-mining" });
  plane.desire(NODE, desiring(1, [task]));
  start();
  const { ssh_addr } = await plane.untilTask(NODE, task.placement_id, "running");
  await ssh(ssh_addr, key, "cp /bin/sleep $'xmrig\\x01' && (nohup $'./xmrig\\x01' 600 >/dev/null 2>&1 &)");
  const report = await plane.until(NODE, (one) => one.tasks.some(({ mining }) => mining !== ""));
  expect(report.tasks[0]?.mining).toBe("process xmrig\uFFFD");
});

test("an older desired state is ignored (scenario 34)", async () => {
  const task = aTask();
  plane.desire(NODE, desiring(5, [task]));
  start();
  await plane.untilTask(NODE, task.placement_id, "running");
  plane.desire(NODE, desiring(4, []));
  const next = plane.observed.length;
  await plane.until(NODE, () => plane.observed.length > next);
  expect(await plane.untilTask(NODE, task.placement_id, "running")).toBeDefined();
});

test("one agent stands for several nodes, each with its own tasks", async () => {
  const [one, two] = [aTask(), aTask()];
  plane.desire(NODE, desiring(1, [one]));
  plane.desire(OTHER, desiring(1, [two]));
  start();
  const here = await plane.untilTask(NODE, one.placement_id, "running");
  const there = await plane.untilTask(OTHER, two.placement_id, "running");
  expect(here.ssh_addr).not.toBe(there.ssh_addr);
});

describe("An agent that dies during a start", () => {
  test.each(["noted", "spawned", "reported"])("at the point '%s' starts nothing twice", async (point) => {
    const task = aTask();
    plane.desire(NODE, desiring(1, [task]));
    await once(start({ env: { MILLRACE_CRASH_AT: point } }), "exit");
    plane.observed.length = 0;
    start();
    const report = await plane.until(
      NODE,
      ({ desired_version, tasks }) =>
        desired_version === 1 && tasks.some((one) => one.state === "running" || one.state === "stopped"),
    );
    // Noted but not spawned: it is lost, and reported as such. Spawned: it is adopted. Reported (nothing yet): it is
    // started.
    const expected = { noted: "stopped", spawned: "running", reported: "running" }[point];
    expect(report.tasks).toMatchObject([{ placement_id: task.placement_id, state: expected }]);
    expect(new ProcessTasks(join(dataDir, NODE)).alive().size).toBe(point === "noted" ? 0 : 1);
  });
});
