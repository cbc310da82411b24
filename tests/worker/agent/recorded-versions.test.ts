import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Desired } from "~/fleet/agent-messages";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { action as enrol } from "~/fleet/api/agents/enroll";
import { action as report } from "~/fleet/api/agents/report";
import { argsOf } from "../../support/route-args";
import { aNode, aTenant, theCatalogue } from "../../support/world";
import { closeSockets, connectAgent, startWorker, type WorkerProcess } from "../../support/worker-process";
import { until } from "../../support/until";
import { aQueuedTask, placementsOf, taskRow } from "../lifecycle/stage";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { ControlPlane } from "./control-plane";
import { type Message, ofPlacement, recordings } from "./recorded-versions";

const NODE = "demo-1";
const OBSERVED = ["observed-idle", "observed-running", "observed-stopped"];

/** Fields that later versions may send, at every depth. */
function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (value === null || typeof value !== "object") return value;
  const known = Object.entries(value).map(([name, part]) => [name, withUnknown(part)]);
  return { ...Object.fromEntries(known), of_a_later_version: { said: ["something"] } };
}

const versions = recordings().flatMap(({ version, messages }) => [
  { version, messages },
  {
    version: `a later one than ${version}`,
    messages: new Map([...messages].map(([name, message]) => [name, withUnknown(message) as Message])),
  },
]);

let worker: WorkerProcess;
let userId: number;

beforeAll(async () => {
  await theCatalogue();
  ({ userId } = await aTenant({ dollars: 0, role: "admin" }));
  worker = await startWorker();
});
afterEach(closeSockets);
afterAll(async () => await worker?.end());

describe.each(versions)("Messages of an agent of version $version", ({ messages }) => {
  const said = (name: string) => messages.get(name) ?? {};
  const versionIn = (name: string) => said(name)["agent_version"] ?? null;

  test("enrols its machine", async () => {
    const by = { userId, requestId: "", now: new Date() };
    const { token } = await issueEnrolmentToken({ clusterName: "ams2", ...by });
    const node_name = `node-${randomUUID()}`;
    const request = post("/v1/agents/enroll", token, { ...said("enrolment"), node_name });
    expect((await enrol(argsOf(request))).status).toBe(201);
    expect(await nodeOf(node_name)).toMatchObject({ agent_version: versionIn("enrolment") });
  });

  test("keep its node healthy without sockets", async () => {
    const node = await aNode({ cluster: "ams2", health: "new" });
    for (const name of OBSERVED) {
      const answer = await report(argsOf(post("/v1/agents/report", node.agentKey, said(name))));
      expect(answer.status, name).toBe(200);
    }
    expect(await nodeOf(node.nodeName)).toMatchObject({
      health: "healthy",
      agent_version: versionIn("observed-stopped"),
    });
  });

  test("keep its node healthy over the socket, and run its task", async () => {
    const { tenantId } = await aTenant();
    const node = await aNode({ health: "new" });
    const socket = await connectAgent(worker, node);
    let placementId = randomUUID() as string;
    const say = async (name: string) => {
      const [event = ""] = name.split("-");
      const answer: unknown = await socket.emitWithAck(event, ofPlacement(said(name), placementId));
      expect(answer, name).toMatchObject({ retcode: "OK" });
    };
    await say("observed-idle");
    expect(await nodeOf(node.nodeName)).toMatchObject({
      health: "healthy",
      agent_version: versionIn("observed-idle"),
    });

    const resvGuid = await aQueuedTask(tenantId, { acceptedAt: new Date() });
    placementId = await until("a place", async () => (await placementsOf(resvGuid))[0]?.placement_id);
    for (const name of ["observed-running", "load", "logs"]) await say(name);
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
    expect(await heardOf(resvGuid)).toEqual({ loads: 1, lines: 1 });

    await say("observed-stopped");
    expect(await placementsOf(resvGuid)).toMatchObject([{ state: "stopped", incident: false }]);
    expect(await nodeOf(node.nodeName)).toMatchObject({ health: "healthy" });
    // The next version's task is for the next version's node.
    await db.query("update node set drain = 1 where id = $1", [node.nodeId]);
  });
});

describe.each(versions)("The desired state of a control plane of version $version", ({ messages }) => {
  const plane = new ControlPlane();
  const dataDir = aDataDir();
  let agent: ChildProcess;

  afterAll(async () => {
    await kill(agent);
    await plane.stop();
    await cleanUp(dataDir, [NODE]);
  });

  test("is applied by today's agent", async () => {
    const desired = messages.get("desired") as unknown as Desired;
    const liveUrl = await plane.start();
    plane.desire(NODE, desired);
    const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8 }];
    agent = startAgent({ liveUrl, dataDir, nodes, ports: "16400-16449" });
    await plane.untilTask(NODE, desired.tasks[0]?.placement_id ?? "", "running");
    await plane.until(NODE, (one) => one.desired_version === desired.version);
  });
});

function post(path: string, bearer: string, body: Message): Request {
  return new Request(`http://127.0.0.1:3000${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function nodeOf(nodeName: string) {
  const [row] = await db.query("select * from node where node_name = $1", [nodeName]);
  return row;
}

/** Number of a task's stored samples and chunks of its log. */
async function heardOf(resvGuid: string) {
  const [counts] = await db.query(
    `select (select count(*)::int from task_load where resv_guid = $1) as loads,
       (select count(*)::int from task_log where resv_guid = $1) as lines`,
    [resvGuid],
  );
  return counts;
}
