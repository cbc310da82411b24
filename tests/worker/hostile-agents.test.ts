import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { ReportIntake } from "../../worker/live/report-intake";
import { call, read } from "../contract/support/call";
import { aReport } from "../support/a-report";
import { aNode, aTenant, type NodeInWorld, theCatalogue } from "../support/world";
import { closeSockets, connectAgent, startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess;

beforeAll(async () => {
  await theCatalogue();
  worker = await startWorker();
});
afterEach(closeSockets);
afterAll(() => worker?.end());

const HOSTILE = ["\0", "6.1\u0007", "\u009b2J", "\ud800", "a\udc00b"];

test.each(HOSTILE)("a text that cannot be stored, %j, is refused at the border, and nothing else is", async (text) => {
  const hostile = await aNode();
  const socket = await connectAgent(worker, hostile);
  expect(await socket.emitWithAck("observed", aReport(1))).toMatchObject({ retcode: "OK" });
  expect(await socket.emitWithAck("observed", withKernel(2, text))).toMatchObject({
    retcode: "ERROR",
    human_readable_message: expect.any(String),
    fields: { "sysinfo.kernel": expect.any(String) },
  });
  const answer = await call("/v1/agents/report", { key: hostile.agentKey, json: withKernel(3, text) });
  expect(answer.status).toBe(422);
  expect(await read(answer)).toMatchObject({
    retcode: "ERROR",
    fields: { "sysinfo.kernel": expect.any(String) },
  });
  expect(await socket.emitWithAck("observed", aReport(4))).toMatchObject({ retcode: "OK" });
});

const NO_VERSIONS = ["", null, 3, "\u202e<b>9.9.9</b>", " ", "a\nb", "9".repeat(65)];

test.each(NO_VERSIONS)(
  "an agent's version %j is ignored, and its report counts all the same",
  async (agent_version) => {
    const node = await aNode();
    const report = { ...aReport(1), agent_version };
    expect(await (await connectAgent(worker, node)).emitWithAck("observed", report)).toMatchObject({ retcode: "OK" });
    const answer = await call("/v1/agents/report", { key: node.agentKey, json: { ...report, seq: 2 } });
    expect(answer.status).toBe(200);
    expect(await db.query(`select agent_version as version, health from node where id = $1`, [node.nodeId])).toEqual([
      { version: null, health: "healthy" },
    ]);
  },
);

test("a machine that floods with invalid texts delays no other node's report", async () => {
  const nodes = await Promise.all(Array.from({ length: 5 }, () => aNode()));
  const [first, ...others] = await Promise.all(nodes.map((node) => connectAgent(worker, node)));
  for (const socket of [first, ...others]) await socket?.emitWithAck("observed", aReport(1));
  for (let seq = 2; seq < 6; seq += 1) {
    const answers = others.map((socket) => socket.emitWithAck("observed", aReport(seq)));
    for (let at = 0; at < 10; at += 1) first?.emit("observed", withKernel(100 * seq + at, "\0"));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ retcode: "OK" });
  }
});

test("of a batch that the database refuses, only the invalid report is lost", async () => {
  const intake = new ReportIntake();
  const nodes = await Promise.all(Array.from({ length: 4 }, () => aNode()));
  for (const { nodeId } of nodes) await intake.take(nodeId, aReport(1));
  const [bad, ...good] = nodes as [NodeInWorld, ...NodeInWorld[]];
  const lost = intake.take(bad.nodeId, withKernel(2, "\0"));
  const kept = good.map(({ nodeId }) => intake.take(nodeId, aReport(2)));
  await expect(lost).rejects.toThrow();
  expect(await Promise.all(kept)).toEqual(good.map(() => ({ desiredVersion: 1 })));
  const rows = await db.query<{ seq: bigint }>(
    "select observed_seq as seq from node where id = any($1) order by array_position($1, id)",
    [nodes.map(({ nodeId }) => nodeId)],
  );
  expect(rows.map((row) => row.seq)).toEqual([1n, 2n, 2n, 2n]);
});

test("a machine cannot enrol under a type that cannot be stored, and its token stays valid", async () => {
  const { userId } = await aTenant({ dollars: 0, role: "admin" });
  const { token } = await issueEnrolmentToken({
    clusterName: "fra1",
    userId,
    requestId: "",
    now: new Date(),
  });
  const machine = {
    node_name: "fra1-odd",
    node_type: "gpu8",
    ip_internal: "10.20.0.17",
    port: 2222,
    gpu_type: "a5000",
    gpus: 8,
    boot_id: "boot-1",
  };
  for (const text of HOSTILE) {
    const answer = await call("/v1/agents/enroll", { key: token, json: { ...machine, node_type: text } });
    expect([text, answer.status]).toEqual([text, 422]);
    expect(await read(answer)).toMatchObject({ fields: { node_type: expect.any(String) } });
  }
  expect((await call("/v1/agents/enroll", { key: token, json: machine })).status).toBe(201);
});

test("a name or key that cannot be looked up is refused like any other wrong one", async () => {
  const { nodeName, agentKey } = await aNode();
  await expect(connectAgent(worker, { nodeName: `${nodeName}\0`, agentKey })).rejects.toThrow("unauthorized");
  await expect(connectAgent(worker, { nodeName, agentKey: `${agentKey}\0` })).rejects.toThrow("unauthorized");
});

test("sixty messages a second are accepted from one agent, the rest of that second is refused", async () => {
  const socket = await connectAgent(worker, await aNode());
  await socket.emitWithAck("observed", aReport(1));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => socket.emitWithAck("load", { ts: at, samples: [] })),
  );
  const refused = answers.filter((answer: { retcode: string }) => answer.retcode === "FAILED");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ human_readable_message: expect.stringContaining("Too many requests") });
});

test("a flooding connection is closed, whatever it sends", async () => {
  const socket = await connectAgent(worker, await aNode());
  const closed = new Promise((resolve) => socket.once("disconnect", resolve));
  for (let at = 0; at < 2_000; at += 1) socket.emit("nonsense", at);
  await closed;
});

function withKernel(seq: number, kernel: string): Observed {
  const whole = aReport(seq);
  return { ...whole, sysinfo: { ...whole.sysinfo, kernel } };
}
