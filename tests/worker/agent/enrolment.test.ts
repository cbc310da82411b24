import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDataDir, kill, startAgent } from "./agent-process";
import { until } from "../../support/until";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";
import { installScript } from "../../support/install-script";

const NODE = "fra1-gpu-07";
const GPUS =
  "0, GPU-5f1c, NVIDIA RTX A5000, 00000000:2B:00.0, 24564, 10, 50, 0, No\\n1, GPU-5f1d, NVIDIA RTX A5000, 00000000:2C:00.0, 24564, 10, 50, 0, No";

let plane: ControlPlane;
let liveUrl: string;
let dataDir: string;
let web: Server;
let url: string;
let agents: ChildProcess[];
/** Answers of the enrolment path, in turn, and the requests that it received. */
let answers: { status: number; body: unknown }[];
let asked: { authorization: string | undefined; body: unknown }[];
/** True: it receives requests and never answers. */
let hung: boolean;

beforeEach(async () => {
  [answers, asked, agents, hung] = [[], [], [], false];
  plane = new ControlPlane();
  liveUrl = await plane.start();
  dataDir = aDataDir();
  web = createServer(async (request, response) => {
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(await bodyOf(request)) });
    if (hung) return;
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  mkdirSync(join(dataDir, "path"));
  install(`case "$*" in *remapped*) ;; *) printf '${GPUS}\\n';; esac`);
});

/** Makes this the machine's nvidia-smi, or another tool of that name. */
function install(script: string, name = "nvidia-smi"): void {
  installScript(join(dataDir, "path", name), script);
}
afterEach(async () => {
  for (const agent of agents) await kill(agent);
  await plane.stop();
  web.closeAllConnections();
  web.close();
});

function start(more: Record<string, string> = {}): ChildProcess {
  const agent = startAgent({
    liveUrl,
    dataDir,
    ports: "16200-16249",
    stderr: "pipe",
    env: {
      PATH: `${join(dataDir, "path")}:${process.env["PATH"]}`,
      MILLRACE_URL: url,
      MILLRACE_NODE_NAME: NODE,
      MILLRACE_RUNTIME: "process",
      MILLRACE_ENROLMENT_TOKEN: "mre_once",
      ...more,
    },
  });
  agents.push(agent);
  return agent;
}

test("a node enrols once, keeps its key private, and uses it from then on", async () => {
  answers = [
    { status: 503, body: {} },
    { status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } },
  ];
  plane.desire(NODE, desiring(1, []));
  const first = start();
  const report = await plane.until(NODE, (one) => one.desired_version === 1);
  expect(report.sysinfo).toMatchObject({ gpus: 2, error_counter: 0 });
  expect(report.gpu_uuids).toEqual(["GPU-5f1c", "GPU-5f1d"]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({
    authorization: "Bearer mre_once",
    body: {
      node_name: NODE,
      node_type: "gpu8",
      gpu_type: "a5000",
      gpus: 2,
      port: 16_200,
      ip_internal: "127.0.0.1",
    },
  });
  const file = join(dataDir, "agent.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ node_name: NODE, agent_key: "mra_1" });

  await kill(first);
  plane.observed.length = 0;
  start({ MILLRACE_ENROLMENT_TOKEN: "" });
  await plane.until(NODE, (one) => one.desired_version === 1);
  expect(asked).toHaveLength(2);
});

test("an agent that is killed before the answer of its enrolment arrives enrols again with the same key", async () => {
  hung = true;
  const first = start();
  await until("the request", () => asked.length === 1);
  await kill(first);
  hung = false;
  const { agent_key: key } = asked[0]?.body as { agent_key: string };
  expect(key).toMatch(/^mra_[\w-]{43}$/);
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: key } }];
  plane.desire(NODE, desiring(1, []));
  start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  expect(asked[1]).toEqual(asked[0]);
  expect(JSON.parse(readFileSync(join(dataDir, "agent.json"), "utf8"))).toEqual({ node_name: NODE, agent_key: key });
  expect(existsSync(join(dataDir, "agent-key.json"))).toBe(false);
});

test("an agent whose folder was moved while tasks are left does not start: it would take them for ended", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  plane.desire(NODE, desiring(1, []));
  const first = start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  await kill(first);
  mkdirSync(join(dataDir, "tasks", crypto.randomUUID()));
  const moved = `${dataDir}-moved`;
  renameSync(dataDir, moved);
  const before = dataDir;
  dataDir = moved;
  const agent = start();
  let said = "";
  agent.stderr?.on("data", (chunk) => (said += chunk));
  await once(agent, "close");
  expect(agent.exitCode).toBe(1);
  expect(said).toContain(`tasks that began with the folder ${before} and the demo runtime may still run`);
});

test("a list of GPUs that was spoilt is written again", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  writeFileSync(join(dataDir, "gpus.json"), "null");
  plane.desire(NODE, desiring(1, []));
  start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  expect(JSON.parse(readFileSync(join(dataDir, "gpus.json"), "utf8"))).toEqual(["GPU-5f1c", "GPU-5f1d"]);
});

test("a task starts on the GPUs of the last answer while nvidia-smi is merely late", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  plane.desire(NODE, desiring(1, []));
  start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  install("exec sleep 600");
  await plane.until(NODE, ({ findings }) => findings?.some(({ name }) => name === "nvidia-smi-hung") === true);
  const task = aDesiredTask({ ssh_public_keys: [] });
  plane.desire(NODE, desiring(2, [task]));
  const { tasks } = await plane.until(NODE, (one) => one.tasks.length > 0);
  expect(tasks[0]?.message).not.toContain("does not answer");
});

test.each([
  ["that is found again", ["1c", "1d"], ["0a", "1c", "1d"], ["1c", "1d", "0a"]],
  ["in another's place", ["1c", "1d", "1e"], ["0a", "1d", "1e"], ["0a", "1d", "1e"]],
  ["while another is missing", ["1c", "1d", "1e"], ["0a", "1e"], ["0a", "1d", "1e"]],
  ["of a machine with fewer, which its disk was moved to,", ["1c", "1d", "1e"], ["0b", "0a"], ["0a", "0b", "1e"]],
])("a GPU %s moves the id of no other: a task may run on that", async (_, before, now, after) => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  const uuids = (ends: readonly string[]) => ends.map((end) => `GPU-5f${end}`);
  writeFileSync(join(dataDir, "agent.json"), JSON.stringify({ node_name: NODE, agent_key: "mra_1" }));
  writeFileSync(join(dataDir, "gpus.json"), JSON.stringify(uuids(before)));
  const rows = uuids(now).map(
    (uuid, at) => `${at}, ${uuid}, NVIDIA RTX A5000, 00000000:2${at}:00.0, 24564, 10, 50, 0, No`,
  );
  install(`case "$*" in *remapped*) ;; *) printf '${rows.join("\\n")}\\n';; esac`);
  plane.desire(NODE, desiring(1, []));
  start();
  const { findings, gpu_uuids } = await plane.until(NODE, (one) => one.desired_version === 1);
  expect(JSON.parse(readFileSync(join(dataDir, "gpus.json"), "utf8"))).toEqual(uuids(after));
  // One that is missing since the start may be in another machine by now.
  expect(gpu_uuids?.toSorted()).toEqual(uuids(now).toSorted());
  expect(findings?.some(({ name }) => name === "gpu-missing")).toBe(now.length < after.length);
});

test("a machine that has other cards than the one that was enrolled takes no tasks at their price", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  plane.desire(NODE, desiring(1, []));
  const first = start();
  expect((await plane.until(NODE, (one) => one.desired_version === 1)).sysinfo.error_counter).toBe(0);
  await kill(first);
  plane.observed.length = 0;
  const rows = GPUS.replaceAll("GPU-5f", "GPU-6f").replace("RTX A5000", "L4").replace("24564", "23034");
  install(`case "$*" in *remapped*) ;; *) printf '${rows}\\n';; esac`);
  start();
  const { findings, sysinfo } = await plane.until(NODE, (one) => one.desired_version === 1);
  expect(findings).toMatchObject([{ name: "gpu-other", severity: "critical", gpu: "GPU-6f1c", gpu_id: 0 }]);
  expect(sysinfo.error_counter).toBe(1);
});

test.each(["", "null", '{"node_name":"a"}'])("an identity that was cut is named by its file: %j", async (text) => {
  writeFileSync(join(dataDir, "agent.json"), text);
  const agent = start();
  let said = "";
  agent.stderr?.on("data", (chunk) => (said += chunk));
  await once(agent, "close");
  expect(said).toContain(`${join(dataDir, "agent.json")} cannot be read`);
  expect(asked).toEqual([]);
});

test("an agent that starts while nvidia-smi hangs keeps the GPUs that it knew: their tasks continue", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  plane.desire(NODE, desiring(1, []));
  const first = start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  await kill(first);
  plane.observed.length = 0;
  install("exec sleep 600");
  start();
  const report = await plane.until(NODE, (one) => one.desired_version === 1);
  expect(report.sysinfo.gpus).toBe(2);
  // A task that came now would fail at once.
  expect(report.findings).toMatchObject([{ name: "nvidia-smi-hung", severity: "critical", action: "reboot" }]);
  expect(report.sysinfo.error_counter).toBe(1);
  expect(report.gpu_uuids).toBeUndefined();

  // It lists both GPUs once, and then only one: the kernel reports that the other is gone.
  const [answered, fell] = ["answered", "fell"].map((name) => join(dataDir, name));
  install(`case "$*" in *utilization*) if [ -e ${answered} ]; then touch ${fell}; printf '${GPUS}\\n' | tail -n 1
    else touch ${answered}; printf '${GPUS}\\n'; fi;; esac`);
  install(`[ ! -e ${fell} ] || echo '[ 5.5] NVRM: Xid (PCI:0000:2b:00): 79, GPU has fallen off the bus.'`, "dmesg");
  const fallen = await plane.until(NODE, ({ findings }) => findings?.some(({ name }) => name === "xid-79") === true);
  expect(fallen.findings).toContainEqual(expect.objectContaining({ name: "xid-79", gpu_id: 0 }));
});

test("a node whose nvidia-smi is removed takes no tasks: each would fail there", async () => {
  answers = [{ status: 201, body: { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" } }];
  plane.desire(NODE, desiring(1, []));
  start();
  await plane.until(NODE, (one) => one.desired_version === 1);
  rmSync(join(dataDir, "path", "nvidia-smi"));
  const { findings } = await plane.until(NODE, ({ sysinfo }) => sysinfo.error_counter > 0);
  expect(findings).toMatchObject([{ name: "nvidia-smi-absent", severity: "critical", action: "inspect" }]);
});

test.each([
  ["exec sleep 600", "nvidia-smi does not answer: look at dmesg"],
  ["echo 'No devices were found'", "nvidia-smi shows no GPU on this machine: look at dmesg"],
  ["exit 9", "nvidia-smi fails: run it by hand"],
])("without a GPU, by '%s', a new machine ends with advice in one line", async (script, advice) => {
  install(script);
  expect(await endOf(start())).toEqual({ code: 1, said: expect.stringContaining(advice) });
  expect(asked).toHaveLength(0);
});

test.each([
  [401, "make a new token"],
  [409, "choose another MILLRACE_NODE_NAME"],
  [422, "correct the node's description"],
])("a refusal with %i ends it with advice in one line", async (status, advice) => {
  answers = [{ status, body: { retcode: "ERROR", human_readable_message: "No." } }];
  expect(await endOf(start())).toEqual({ code: 1, said: expect.stringContaining(advice) });
  expect(asked).toHaveLength(1);
});

test("a machine with real GPUs never gets less isolation than configured", async () => {
  const refused = { code: 1, said: expect.stringContaining("start podman.socket or Docker") };
  for (const MILLRACE_RUNTIME of ["auto", "container"])
    expect(await endOf(start({ MILLRACE_RUNTIME, MILLRACE_ENGINE_SOCKET: "/nowhere" }))).toEqual(refused);
});

async function endOf(agent: ChildProcess): Promise<{ code: number; said: string }> {
  let said = "";
  agent.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  const [code] = (await once(agent, "close")) as [number];
  return { code, said };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
