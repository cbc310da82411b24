import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { hashOf } from "~/fleet/inside/nodes/agent-secret.server";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { revokeOldKey } from "~/fleet/inside/nodes/revoke-old-key.server";
import { rotateAgentKey } from "~/fleet/inside/nodes/rotate-agent-key.server";
import { admitAgent } from "../../worker/live/agents";
import { aReport } from "../support/a-report";
import { aNode, aTenant, theCatalogue } from "../support/world";
import { until } from "../support/until";
import { closeSockets, connectAgent, startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess;
let second: WorkerProcess;

beforeAll(async () => {
  await theCatalogue();
  [worker, second] = await Promise.all([startWorker(), startWorker()]);
});

afterEach(closeSockets);

afterAll(async () => {
  await Promise.all([worker?.end(), second?.end()]);
});

test("an agent with a wrong key is refused, one with its own gets its node's desired state", async () => {
  const node = await aNode();
  await expect(connectAgent(worker, { ...node, agentKey: "mra_wrong" })).rejects.toThrow("unauthorized");
  const other = await aNode();
  await expect(connectAgent(worker, { ...node, agentKey: other.agentKey })).rejects.toThrow("unauthorized");

  const desired = nextOf(await connectAgent(worker, node), "desired");
  expect(await desired()).toMatchObject({ drain: 0, maintenance: false, tasks: [] });
});

test("a change of the desired state is sent at once, by the worker that holds the socket", async () => {
  const node = await aNode();
  const desired = nextOf(await connectAgent(second, node), "desired");
  const first = await desired();
  await transaction(async (tx) => {
    await tx.query("update node set drain = 1, desired_version = desired_version + 1 where id = $1", [node.nodeId]);
    await command(tx, [{ command: "desired", key: String(node.nodeId) }]);
  });
  const next = await desired();
  expect(next).toMatchObject({ drain: 1 });
  expect(next["version"]).toBeGreaterThan(first["version"] as number);
});

test("a report is acknowledged with the newest version and advances the node's clock", async () => {
  const node = await aNode({ health: "new" });
  const socket = await connectAgent(worker, node);
  const answer = await socket.emitWithAck("observed", aReport(1));
  expect(answer).toEqual({ retcode: "OK", desired_version: 1 });
  await until("a healthy node", async () => {
    const [row] = await db.query<{ health: string }>("select health from node where id = $1", [node.nodeId]);
    return row?.health === "healthy";
  });
  const [before] = await db.query<{ reported_at: Date }>("select reported_at from node where id = $1", [node.nodeId]);
  expect(await socket.emitWithAck("observed", aReport(2))).toEqual({ retcode: "OK", desired_version: 1 });
  const [after] = await db.query<{ reported_at: Date; seq: bigint }>(
    "select reported_at, observed_seq as seq from node where id = $1",
    [node.nodeId],
  );
  expect(after?.seq).toBe(2n);
  expect(after?.reported_at.getTime()).toBeGreaterThan(before?.reported_at.getTime() ?? Infinity);
});

test("an unknown message is refused and harms nothing", async () => {
  const socket = await connectAgent(worker, await aNode());
  expect(await socket.emitWithAck("observed", { nonsense: true })).toMatchObject({ retcode: "ERROR" });
  expect(await socket.emitWithAck("load", "x")).toMatchObject({ retcode: "ERROR" });
  expect(await socket.emitWithAck("observed", aReport(1))).toMatchObject({ retcode: "OK" });
});

test.each([
  ["the same worker", () => worker],
  ["another worker", () => second],
])("the newest connection of a node wins over an older one of %s", async (_, where) => {
  const node = await aNode();
  const older = await connectAgent(where(), node);
  const told = nextOf(older, "superseded");
  const newer = await connectAgent(worker, node);
  await told();
  await until("the older one to close", () => older.disconnected);
  expect(newer.connected).toBe(true);
});

test.each([
  ["the same worker", () => worker],
  ["another worker", () => second],
])(
  "staff are notified of a takeover from a machine connected to %s, not of an agent's own return",
  async (_, where) => {
    const node = await aNode();
    const findings = () =>
      db.query(`select name, severity from node_finding where node_id = $1 and cleared_at is null`, [node.nodeId]);
    const connect = async (at: WorkerProcess, bootId: string) => {
      const older = await connectAgent(at, { ...node, bootId });
      const newer = await connectAgent(worker, { ...node, bootId: "present" });
      await until("the older one to close", () => older.disconnected);
      return newer;
    };
    await connect(where(), "present");
    expect(await findings()).toEqual([]);
    await connect(where(), "of a copied image");
    await until("the finding", async () => (await findings()).length > 0);
    expect(await findings()).toEqual([{ name: "second-machine", severity: "warning" }]);
  },
);

test("the database's clock decides which connection is newer, not the worker's own", async () => {
  const { nodeName, agentKey } = await aNode();
  const socket = { handshake: { auth: { node_name: nodeName, agent_key: agentKey, boot_id: "boot" } }, data: {} };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  const refused = await admitAgent(socket as unknown as Parameters<typeof admitAgent>[0]).finally(vi.useRealTimers);
  expect(refused).toBeNull();
  const { connectedMs } = socket.data as unknown as { connectedMs: number };
  const [row] = await db.query<{ off: number }>(
    `select abs(extract(epoch from clock_timestamp()) * 1000 - $1)::float8 as off`,
    [connectedMs],
  );
  expect(row?.off).toBeLessThan(600_000);
});

test("a retired node is informed of that, and not of a takeover", async () => {
  const node = await aNode();
  const { userId } = await aTenant({ dollars: 0, role: "admin" });
  const socket = await connectAgent(second, node);
  const told = nextOf(socket, "superseded");
  await retireNode({ nodeName: node.nodeName, userId, requestId: "", now: new Date() });
  expect(await told()).toEqual({ retired: true });
});

test("a socket opened with an old key is closed when that key is revoked, and the present one's stays", async () => {
  const node = await aNode();
  const { userId } = await aTenant({ dollars: 0, role: "admin" });
  const found = await authenticateAgent({ agentKey: node.agentKey, now: new Date() });
  if (!found) throw new Error("the key opens nothing");
  const old = await connectAgent(second, node);
  let told = false;
  old.on("superseded", () => (told = true));
  const { agentKey } = await rotateAgentKey({ node: found, now: new Date() });
  await revokeOldKey({ nodeName: node.nodeName, userId, requestId: "", now: new Date() });
  await until("the old one to close", () => old.disconnected);
  // An agent that receives `superseded` gives up for good; this one should come back with the present key.
  expect(told).toBe(false);
  await expect(connectAgent(second, node)).rejects.toThrow("unauthorized");

  const present = await connectAgent(worker, { ...node, agentKey });
  const { agentKey: newest } = await rotateAgentKey({
    node: { ...found, keyHash: hashOf(agentKey) },
    now: new Date(),
  });
  const other = await connectAgent(worker, { ...node, agentKey: newest });
  await until("the older connection to close", () => present.disconnected);
  await revokeOldKey({ nodeName: node.nodeName, userId, requestId: "", now: new Date() });
  expect(await other.emitWithAck("observed", aReport(1))).toMatchObject({ retcode: "OK" });
  await expect(connectAgent(worker, { ...node, agentKey })).rejects.toThrow("unauthorized");
  expect(other.connected).toBe(true);
});

/** Returns the messages with a name one after the other, including those from before the first call. */
function nextOf(socket: Socket, name: string): () => Promise<Record<string, unknown>> {
  const came: Record<string, unknown>[] = [];
  socket.on(name, (message: Record<string, unknown> = {}) => came.push(message));
  return () => until(name, () => came.shift());
}
