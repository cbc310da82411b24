import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteTask } from "~/compute/delete-task.server";
import { readFree } from "~/compute/read-free.server";
import { keepPlaces } from "~/compute/keep-places.server";
import type { ObservedTask } from "~/fleet/agent-messages";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { countNodes } from "~/fleet/count-nodes.server";
import { readFleet } from "~/fleet/inside/nodes/read-fleet.server";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { db } from "~/platform/db.server";
import { after, enqueue, readPlaced } from "../../../compute/database/capacity/reserving";
import { anObservedTask, aReport } from "../../../support/a-report";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine, enrol, readPlaces } from "./engine-world";

let tenant: TenantInWorld;
let engine: Awaited<ReturnType<typeof anEngine>>;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  const over = `state = 'killed', finished_at = $1, charged_to = null`;
  await db.query(`update task set ${over} where finished_at is null`, [after(0)]);
  engine = await anEngine();
  tenant = await aTenant();
});

/** Enrols the first pilot of the next place and returns a function that sends its agent's reports. */
async function aPilot(at = after(0)) {
  const [started] = await engine.startNext(at);
  if (!started) throw new Error("no place was wanted");
  const { nodeId, agentKey } = await enrol(started, { now: at });
  let seq = 0;
  const report = async (seconds: number, state: ObservedTask["state"] | null, more: Partial<ObservedTask> = {}) => {
    const desired = await readDesired({ nodeId });
    const tasks = desired.tasks.map(({ placement_id }) =>
      anObservedTask(placement_id, { state: state ?? "running", ...more }),
    );
    const observed = { ...aReport((seq += 1)), boot_id: "boot-p", desired_version: desired.version };
    return await receiveObserved({ nodeId, observed: { ...observed, tasks: state ? tasks : [] }, now: after(seconds) });
  };
  return { nodeId, agentKey, report };
}

/** Runs a task from second 3 on, reported each 5 s until second `until`. */
async function aRunningTask(until = 600) {
  const { resv_guid } = await enqueue(tenant, {}, { now: after(0) });
  const pilot = await aPilot();
  await pilot.report(1, null);
  await pilot.report(2, "running");
  for (let second = 7; second <= until; second += 5) await pilot.report(second, "running");
  expect(await readPlaced(resv_guid)).toMatchObject({ state: "running" });
  return { resvGuid: resv_guid, ...pilot };
}

const taskOf = async (resvGuid: string) => {
  const [task] = await db.query<{ state: string; reason: string; attempts: number; incidents: number }>(
    `select state, reason, attempts, incidents from task where resv_guid = $1`,
    [resvGuid],
  );
  return task;
};
/** A worker receives reports during that time, and then judges the silence. */
async function receive({ from, to }: { from: number; to: number }): Promise<void> {
  for (let second = from; second <= to; second += 3) await beatReceiving({ worker: "test", now: after(second) });
  await checkHealth({ now: after(to) });
}

const isRetired = async (nodeId: number) => {
  const [node] = await db.query<{ retired: boolean }>(
    `select retired_at is not null as retired from node where id = $1`,
    [nodeId],
  );
  return node?.retired;
};

test("a running task that the engine ends is lost, not finished, and refunded (B9)", async () => {
  const { resvGuid, report } = await aRunningTask();
  await report(605, "stopped", { ended_by_engine: true });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "lost", reason: "ended by the cluster" });
  const notices = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 order by id`,
    [tenant.tenantId],
  );
  const [, lost, ...others] = notices.map(({ text }) => text);
  expect(lost).toMatch(/was lost: ended by the cluster\. Up to 15 minutes of its charge were refunded\.$/);
  expect(others).toEqual([]);
  const refunds = await db.query(`select from ledger_transaction where resv_guid = $1 and kind = 'refund'`, [resvGuid]);
  expect(refunds).toHaveLength(1);
});

test("a task whose engine ends it before it runs is placed again, and a stop that we asked for stays ours", async () => {
  const { resv_guid } = await enqueue(tenant, {}, { now: after(0) });
  const first = await aPilot();
  await first.report(1, "starting");
  await first.report(2, "stopped", { ended_by_engine: true });
  expect(await taskOf(resv_guid)).toMatchObject({ state: "placing", attempts: 1 });
  const second = await aPilot(after(3));
  expect((await readPlaces()).map(({ name }) => name)).toEqual(
    expect.arrayContaining([1, 2].map((attempt) => `mr-${resv_guid}-${attempt}`)),
  );
  await second.report(4, null);
  await second.report(5, "running");
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid: resv_guid, now: after(10) });
  await second.report(11, "stopped", { ended_by_engine: true });
  expect(await taskOf(resv_guid)).toMatchObject({ state: "killed", reason: "killed by you" });
});

test("a pilot is retired once its task is over and its agent has left; its key ends", async () => {
  const { resvGuid, nodeId, agentKey, report } = await aRunningTask(20);
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid, now: after(25) });
  await report(26, "stopped");
  await checkHealth({ now: after(27) });
  expect(await isRetired(nodeId)).toBe(false);
  await receive({ from: 27, to: 50 });
  expect(await isRetired(nodeId)).toBe(true);
  expect(await authenticateAgent({ agentKey, now: after(50) })).toBeNull();
});

test("a silent pilot keeps its task in an incident; after its lease it is retired, and its GPUs are free", async () => {
  const { resvGuid, nodeId } = await aRunningTask(20);
  await receive({ from: 20, to: 50 });
  expect(await taskOf(resvGuid)).toMatchObject({ state: "incident" });
  expect(await isRetired(nodeId)).toBe(false);
  await deleteTask({ actor: { ...tenant, staffRights: [] }, resvGuid, now: after(100) });
  await checkHealth({ now: after(3600) });
  expect(await isRetired(nodeId)).toBe(false);
  await checkHealth({ now: after(3690) });
  expect(await isRetired(nodeId)).toBe(true);
  expect(await db.query(`select from held_gpu where node_id = $1`, [nodeId])).toEqual([]);
});

test("pilots of a gang that was given up are retired at once", async () => {
  await enqueue(tenant, { gpu_min: 16 }, { now: after(0) });
  const { nodeId } = await aPilot();
  await checkHealth({ now: after(60) });
  expect(await isRetired(nodeId)).toBe(false);
  await keepPlaces({ now: after(120) });
  await checkHealth({ now: after(120) });
  expect(await isRetired(nodeId)).toBe(true);
});

test("the operator's fleet does not know pilots: not its silence, its modes, its figures", async () => {
  const own = await aNode({ cluster: "ams2", now: after(0) });
  await aRunningTask(20);
  const free = await readFree({ now: after(21), staff: true });
  // Of the engine's cluster the machines count, not the pilots on them.
  expect(free.map(({ cluster_name, max_gpus }) => [cluster_name, max_gpus])).toEqual([
    ["fra1", 32],
    ["ams2", 8],
  ]);
  expect((await readFleet({ withTenants: true, now: after(21) })).map(({ node_name }) => node_name)).toEqual([
    own.nodeName,
  ]);
  expect(await countNodes({ now: after(21) })).toMatchObject({ nodes: 1 });
});

test("a pilot has no GPU of the fleet, whatever it reports: its engine is somebody else's", async () => {
  await enqueue(tenant, {}, { now: after(0) });
  const pilot = await aPilot();
  const node = await aNode({ health: "new", now: after(0) });
  const observed = { ...aReport(1), gpu_uuids: ["GPU-5f1c"] };
  await receiveObserved({ nodeId: pilot.nodeId, observed: { ...observed, boot_id: "boot-p" }, now: after(1) });
  await receiveObserved({ nodeId: node.nodeId, observed, now: after(2) });
  const nodes = await db.query(`select node_id, health from node_gpu join node on node.id = node_id`);
  expect(nodes).toEqual([{ node_id: node.nodeId, health: "healthy" }]);
});
