import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../package.json";
import { scheduleAll } from "~/compute/schedule.server";
import type { Observed, ObservedTask } from "~/fleet/agent-messages";
import { readDesired } from "~/fleet/read-desired.server";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aQueuedTask, at } from "../lifecycle/stage";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { ControlPlane } from "./control-plane";
import { isRecorded, record, recordings } from "./recorded-versions";
import { installScript } from "../../support/install-script";

const NODE = "recorded";
const GPUS = "0, GPU-5f1c, NVIDIA RTX A5000, 00000000:2B:00.0, 24564, 10, 50, 0, No";

test("this version sends everything that it was recorded with: older and newer ones rely on it", async () => {
  const said = { ...(await sayAll()), enrolment: await sayEnrolment() };
  const known = isRecorded(version);
  if (!known) record(version, said);
  expect(known, `${version} is new, and was recorded now: read its messages and commit them`).toBe(true);
  const recorded = recordings().find((one) => one.version === version);
  for (const [name, message] of recorded?.messages ?? [])
    expect(fieldsOf(said[name as keyof typeof said]), name).toEqual(expect.arrayContaining(fieldsOf(message)));
});

/** Lets the real agent run and end a task that the real control plane desires, and records both sides. */
async function sayAll() {
  await theCatalogue();
  const { tenantId } = await aCustomer();
  const { nodeId } = await aMachine();
  await aQueuedTask(tenantId);
  await scheduleAll({ now: at(9) });
  const desired = await readDesired({ nodeId });
  const [task] = desired.tasks;
  const plane = new ControlPlane();
  const dataDir = aDataDir();
  const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8, gpu_type: "a5000" }];
  const agent = startAgent({ liveUrl: await plane.start(), dataDir, nodes, ports: "18150-18199" });
  try {
    await plane.until(NODE, () => true);
    plane.desire(NODE, desired);
    await plane.untilTask(NODE, task?.placement_id ?? "", "running");
    await plane.untilLoad(({ samples }) => samples.length > 0);
    await plane.untilLogs((chunks) => chunks.length > 0);
    const tasks = desired.tasks.map((one) => ({ ...one, run: false }));
    plane.desire(NODE, { ...desired, version: desired.version + 1, tasks });
    await plane.untilTask(NODE, task?.placement_id ?? "", "stopped");
  } finally {
    await kill(agent);
    await plane.stop();
    await cleanUp(dataDir, [NODE]);
  }
  const first = (name: string) => plane.said.find((one) => one.name === name)?.message;
  const reports = plane.said.filter((one) => one.name === "observed").map((one) => one.message as Observed);
  const withTask = (state: ObservedTask["state"]) => reports.find(({ tasks }) => tasks[0]?.state === state);
  return {
    desired,
    hello: first("hello"),
    "observed-idle": reports[0],
    "observed-running": withTask("running"),
    "observed-stopped": withTask("stopped"),
    load: first("load"),
    logs: first("logs"),
  };
}

/** Message with which a machine with a GPU enrols. */
async function sayEnrolment(): Promise<unknown> {
  const dataDir = aDataDir();
  mkdirSync(join(dataDir, "path"));
  installScript(join(dataDir, "path", "nvidia-smi"), `case "$*" in *remapped*) ;; *) printf '${GPUS}\\n';; esac`);
  let asked = "";
  const web = createServer(async (request, response) => {
    for await (const part of request) asked += String(part);
    const identity = { retcode: "OK", node_name: NODE, cluster_name: "fra1", agent_key: "mra_1" };
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(identity));
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  const plane = new ControlPlane();
  const env = {
    PATH: `${join(dataDir, "path")}:${process.env["PATH"]}`,
    MILLRACE_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    MILLRACE_NODE_NAME: NODE,
    MILLRACE_RUNTIME: "process",
    MILLRACE_ENROLMENT_TOKEN: "mre_once",
  };
  const agent = startAgent({ liveUrl: await plane.start(), dataDir, ports: "18200-18249", env });
  try {
    await plane.until(NODE, () => true);
  } finally {
    await kill(agent);
    await plane.stop();
    web.close();
    await cleanUp(dataDir, []);
  }
  return JSON.parse(asked);
}

/** The names of all fields at any depth, those of a list's entries together. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => fieldsOf(entry, `${path}[]`)))].filter(Boolean);
  if (value === null || typeof value !== "object") return path === "" ? [] : [path];
  return Object.entries(value).flatMap(([name, part]) => [`${path}.${name}`, ...fieldsOf(part, `${path}.${name}`)]);
}
