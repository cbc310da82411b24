import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
import { scheduleAll } from "~/compute/schedule.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { type Given, receiveNews, receiveObserved, receiveQuiet } from "~/fleet/receive-observed.server";
import {
  after,
  emptyCapacity,
  enqueue,
  now,
  occupy,
  readPlaced,
  vacate,
} from "../../../compute/database/capacity/reserving";
import { aReport } from "../../../support/a-report";
import { lockWaits } from "../../../support/lock-waits";
import { until } from "../../../support/until";
import { aNode, anAdmin, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../../support/world";

const GPUS = ["GPU-5f1c", "GPU-5f1d"];
const FAULT = (nodeName: string) =>
  `node ${nodeName} reports the same GPU: end one of the two agents, and retire its node`;

let tenant: TenantInWorld;
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant({ dollars: 1000 });
});
beforeEach(async () => {
  await db.query(`delete from node_finding`);
  await db.query(`delete from node_chore`);
  await emptyCapacity();
});

const aNewNode = (nodeName: string) => aNode({ nodeName, gpus: 2, health: "new", now });

function given({ nodeId }: NodeInWorld, second: number, more: Partial<Observed> = {}): Given {
  const ts = after(second).getTime() / 1000;
  return { nodeId, observed: { ...aReport((seq += 1)), ts, gpu_uuids: GPUS, ...more }, now: after(second) };
}

const report = (...args: Parameters<typeof given>) => receiveObserved(given(...args));

/** A worker receives reports during that time, and then judges who is silent. */
async function receive({ from, to }: { from: number; to: number }): Promise<void> {
  for (let second = from; second <= to; second += 5) await beatReceiving({ worker: "test", now: after(second) });
  await checkHealth({ now: after(to) });
}

/** The health of a node, and its findings that are open. */
async function stateOf({ nodeId }: NodeInWorld): Promise<[health: string, ...findings: string[]]> {
  const [row] = await db.query<{ health: string; findings: string[] }>(
    `select health, array(select concat_ws(' ', name, severity, action) || ': ' || text from node_finding
       where node_id = node.id and cleared_at is null order by id) as findings from node where id = $1`,
    [nodeId],
  );
  return [row?.health ?? "", ...(row?.findings ?? [])];
}

const twice = (other: NodeInWorld) => ["error", `gpu-twice critical retire: ${FAULT(other.nodeName)}`];

const heldBy = async ({ nodeId }: NodeInWorld) =>
  (
    await db.query<{ uuid: string }>(`select uuid from node_gpu where node_id = $1 order by uuid collate "C"`, [nodeId])
  ).map(({ uuid }) => uuid);

test("of two nodes that report the same GPUs only the first takes tasks", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1);
  await report(first, 5);
  await report(second, 6);
  expect(await stateOf(first)).toEqual(["healthy"]);
  expect(await stateOf(second)).toEqual(twice(first));
  const tasks = [await enqueue(tenant, { gpu_min: 2 }), await enqueue(tenant, { gpu_min: 2 })];
  await scheduleAll({ now: after(7) });
  const placed = await Promise.all(tasks.map(({ resv_guid }) => readPlaced(resv_guid)));
  expect(placed.flatMap(({ nodes }) => nodes)).toEqual([first.nodeName]);
});

test("a GPU whose node is Dead goes to the other one, and the first is at fault when it returns", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await receive({ from: 0, to: 15 });
  await report(second, 16);
  expect(await stateOf(second)).toEqual(twice(first));
  await receive({ from: 20, to: 25 });
  await report(second, 26);
  expect(await stateOf(second)).toEqual(["healthy"]);
  await report(first, 27);
  expect(await stateOf(first)).toEqual(twice(second));
  expect(await heldBy(second)).toEqual(GPUS);
  const { resv_guid } = await enqueue(tenant, { gpu_min: 2 });
  await scheduleAll({ now: after(28) });
  expect((await readPlaced(resv_guid)).nodes).toEqual([second.nodeName]);
});

test("a silent node with tasks keeps its GPUs: without its agent they run on", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  const task = await occupy(tenant, first, 1);
  await receive({ from: 3570, to: 3600 });
  await report(second, 3600);
  expect(await stateOf(second)).toEqual(twice(first));
  await vacate(task);
  await report(second, 3605);
  expect(await stateOf(second)).toEqual(["healthy"]);
});

test("a retired node's GPUs are free at once", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1);
  await retireNode({ nodeName: first.nodeName, userId: (await anAdmin()).userId, requestId: "", now: after(2) });
  await report(second, 6);
  expect(await stateOf(second)).toEqual(["healthy"]);
  expect(await heldBy(second)).toEqual(GPUS);
});

test("one GPU in common is enough, and GPUs that a node no longer reports are given back", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1, { gpu_uuids: ["GPU-9", "GPU-5f1d"] });
  expect(await stateOf(second)).toEqual(twice(first));
  await report(first, 5, { gpu_uuids: ["GPU-5f1c"] });
  await report(second, 6, { gpu_uuids: ["GPU-9", "GPU-5f1d"] });
  expect([await heldBy(first), await heldBy(second)]).toEqual([["GPU-5f1c"], ["GPU-5f1d", "GPU-9"]]);
  expect([await stateOf(first), await stateOf(second)]).toEqual([["healthy"], ["healthy"]]);
});

test("a node at fault takes no GPU from the rest: of two that changed GPUs one serves", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0, { gpu_uuids: ["GPU-5f1c"] });
  await report(second, 1);
  expect(await stateOf(second)).toEqual(twice(first));
  await report(first, 5);
  await report(second, 6);
  expect([await stateOf(first), await stateOf(second)]).toEqual([["healthy"], twice(first)]);
});

test("of two first reports at one moment exactly one node serves", async () => {
  for (let round = 0; round < 5; round += 1) {
    const uuids = GPUS.map((uuid) => `${uuid}-${round}`);
    const nodes = [await aNewNode(`fra1-a${round}`), await aNewNode(`fra1-b${round}`)];
    await Promise.all(
      nodes.map((node, place) => report(node, 0, { gpu_uuids: place === 0 ? uuids : uuids.toReversed() })),
    );
    const states = await Promise.all(nodes.map(async (node) => (await stateOf(node))[0]));
    expect(states.toSorted()).toEqual(["error", "healthy"]);
  }
});

test("of a node that returns and one that takes its GPUs at that moment exactly one serves", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await receive({ from: 60, to: 100 });
  let both: Promise<unknown> = Promise.resolve();
  await transaction(async (tx) => {
    // Both begin before either can end: each read that the first had been silent.
    await tx.query(`select from node_gpu for update`);
    both = Promise.all([report(first, 100), report(second, 100)]);
    await until("both wait", async () => (await lockWaits()) === 2);
  });
  await both;
  const states = [await stateOf(first), await stateOf(second)];
  expect(states.map(([health]) => health).toSorted()).toEqual(["error", "healthy"]);
});

test("a report without GPUs changes nothing", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1);
  await report(first, 5, { gpu_uuids: undefined });
  await report(second, 6, { gpu_uuids: undefined });
  expect([await stateOf(first), await stateOf(second)]).toEqual([["healthy"], twice(first)]);
  expect(await heldBy(first)).toEqual(GPUS);
  await receive({ from: 60, to: 100 });
  await report(first, 100, { gpu_uuids: undefined });
  expect(await stateOf(first)).toEqual(["healthy"]);
});

test("a usual report has no news, and one of other GPUs or of a Dead node has", async () => {
  const node = await aNewNode("fra1-a");
  await report(node, 0);
  const isQuiet = async (...args: Parameters<typeof given>) => (await receiveQuiet([given(...args)])).size === 1;
  expect(await isQuiet(node, 5)).toBe(true);
  expect(await isQuiet(node, 10, { gpu_uuids: GPUS.toReversed() })).toBe(true);
  expect(await isQuiet(node, 15, { gpu_uuids: undefined })).toBe(true);
  expect(await isQuiet(node, 20, { gpu_uuids: ["GPU-5f1c"] })).toBe(false);
  await receive({ from: 20, to: 50 });
  expect(await isQuiet(node, 50)).toBe(false);
});

test("when the fault ends the node awaits its self-test, and not before", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  const able = { chores: { able: ["self-test" as const], known: [] } };
  const other = { name: "gpu-lost", severity: "critical", action: "reboot", gpu: "GPU-5f1c", gpu_id: 0 } as const;
  const lost = { ...able, findings: [{ ...other, first_ts: 1, last_ts: 1, count: 1, text: "lost" }] };
  const chores = async () => await db.query(`select kind, state from node_chore where node_id = $1`, [second.nodeId]);
  await report(first, 0);
  await report(second, 1, lost);
  await report(second, 6, { ...able, findings: [] });
  expect(await chores()).toEqual([]);
  await report(first, 10, { gpu_uuids: [] });
  await report(second, 11, { ...able, findings: [] });
  expect(await stateOf(second)).toEqual(["healthy"]);
  expect(await chores()).toEqual([{ kind: "self-test", state: "wanted" }]);
});

test("an operator who clears the finding while both agents run sees it again", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1);
  const [finding] = await db.query<{ id: number }>(`select id from node_finding where node_id = $1`, [second.nodeId]);
  const { userId } = await anAdmin();
  await clearFinding({ nodeName: second.nodeName, id: finding?.id ?? 0, userId, requestId: "", now: after(2) });
  await receiveNews(given(second, 6));
  expect(await stateOf(second)).toEqual(twice(first));
});

test("after an outage of ours the other node waits until the first is Dead: both had tasks until the first reported", async () => {
  const [first, second] = [await aNewNode("fra1-a"), await aNewNode("fra1-b")];
  await report(first, 0);
  await report(second, 1);
  // No worker received for 100 s. Of two agents that reconnect one is first.
  await report(second, 101);
  const tasks = [await enqueue(tenant, { gpu_min: 2 }), await enqueue(tenant, { gpu_min: 2 })];
  await scheduleAll({ now: after(102) });
  const placed = await Promise.all(tasks.map(({ resv_guid }) => readPlaced(resv_guid)));
  expect(placed.flatMap(({ nodes }) => nodes)).toEqual([first.nodeName]);
});

test("a node at fault keeps the GPUs that its tasks use", async () => {
  const [first, second, third] = [await aNewNode("fra1-a"), await aNewNode("fra1-b"), await aNewNode("fra1-c")];
  await report(first, 0, { gpu_uuids: ["GPU-5f1c"] });
  await report(second, 1, { gpu_uuids: ["GPU-5f1d"] });
  const task = await occupy(tenant, first, 1);
  await report(first, 5);
  expect(await stateOf(first)).toEqual(twice(second));
  await report(third, 6, { gpu_uuids: ["GPU-5f1c"] });
  expect(await stateOf(third)).toEqual(twice(first));
  await vacate(task);
  await report(first, 10);
  await report(third, 11, { gpu_uuids: ["GPU-5f1c"] });
  expect(await stateOf(third)).toEqual(["healthy"]);
});
