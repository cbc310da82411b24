import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { runDemoTraffic } from "~/compute/demo-traffic.server";
import { aNode, aTenant, theCatalogue, type NodeInWorld, type TenantInWorld } from "../../../support/world";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { emptyCapacity, enqueue, occupy } from "./reserving";

const BUSIEST = new Date("2026-01-31T14:00:00Z");
let standIn: TenantInWorld;
let nodes: [NodeInWorld, NodeInWorld, NodeInWorld, NodeInWorld];

beforeAll(async () => {
  await theCatalogue();
  standIn = await aTenant({ dollars: 0 });
  await db.query(`update tenant set stands_in = true where id = $1`, [standIn.tenantId]);
});
beforeEach(async () => {
  await emptyCapacity();
  nodes = [await aNode(), await aNode(), await aNode(), await aNode()];
  await db.query(`update node set simulated = true`);
});

const held = async () => {
  const [row] = await db.query<{ gpus: number; tenants: number[] }>(
    `select coalesce(sum(gpus_min), 0)::int as gpus, array_agg(distinct tenant_id) as tenants from task where finished_at is null`,
  );
  return row;
};
const isOpen = async (resvGuid: string) => {
  const [task] = await db.query<{ state: string }>(`select state from task where resv_guid = $1`, [resvGuid]);
  return task?.state;
};

test("the demo's own customers take 60% of the GPUs at the busiest hour, from a balance that is filled for them", async () => {
  for (let minute = 0; minute < 4; minute += 1) await runDemoTraffic({ now: BUSIEST });
  expect(await held()).toEqual({ gpus: 19, tenants: [standIn.tenantId] });
});

test("they leave a whole node to others, count what others use, and rent nothing that is real", async () => {
  for (const real of ["simulated = false", "runtime = 'container'"]) {
    await db.query(`update node set ${real} where id <> (select min(id) from node)`);
    await runDemoTraffic({ now: BUSIEST });
    expect(await held()).toMatchObject({ gpus: 0 });
    await db.query(`update node set simulated = true, runtime = 'process'`);
  }
  const other = await aTenant();
  await occupy(other, nodes[0], 8);
  await db.query(`update task set gpus_min = 8 where tenant_id = $1`, [other.tenantId]);
  for (let minute = 0; minute < 4; minute += 1) await runDemoTraffic({ now: BUSIEST });
  expect(await held()).toMatchObject({ gpus: 19 });
});

test("they end for a task of somebody else that waits", async () => {
  for (let minute = 0; minute < 4; minute += 1) await runDemoTraffic({ now: BUSIEST });
  await db.query(`update task set state = 'running', started_at = $1, charged_to = $1`, [BUSIEST]);
  const reader = await aTenant();
  const { resv_guid } = await enqueue(reader, { gpu_min: 32 }, { now: BUSIEST });
  await runDemoTraffic({ now: BUSIEST });
  const [left] = await db.query<{ running: number }>(
    `select count(*)::int as running from task where tenant_id = $1 and state = 'running'`,
    [standIn.tenantId],
  );
  expect(left).toEqual({ running: 0 });
  expect(await isOpen(resv_guid)).toBe("queued");
});

/** A stand-in, or somebody's task, that runs on a node. */
async function run(tenant: TenantInWorld, node: NodeInWorld, gpus: number, first = 0): Promise<string> {
  const resvGuid = await occupy(tenant, node, gpus, first);
  await db.query(`update task set gpus_min = gpus_granted, started_at = $1, charged_to = $1 where resv_guid = $2`, [
    BUSIEST,
    resvGuid,
  ]);
  return resvGuid;
}

test("they end on one node where a whole node is wanted", async () => {
  const other = await aTenant();
  const [a, b, c, d] = nodes;
  const onA = [await run(standIn, a, 4), await run(standIn, a, 4, 4)];
  const onB = await run(standIn, b, 6);
  await run(other, b, 2, 6);
  for (const node of [c, d]) await run(other, node, 8);
  await enqueue(await aTenant(), { gpu_min: 8 }, { now: BUSIEST });
  await runDemoTraffic({ now: BUSIEST });
  expect(await Promise.all([...onA, onB].map(isOpen))).toEqual(["stopping", "stopping", "running"]);
});

test("free GPUs of their node count for the task that waits, and at least one of them ends each time", async () => {
  const [a, b, c, d] = nodes;
  const onA = [await run(standIn, a, 2), await run(standIn, a, 2, 2), await run(standIn, a, 2, 4)];
  for (const node of [b, c, d]) await run(await aTenant(), node, 8);
  const { resv_guid } = await enqueue(await aTenant(), { gpu_min: 4 }, { now: BUSIEST });
  await runDemoTraffic({ now: BUSIEST });
  const stopping = async () => (await Promise.all(onA.map(isOpen))).filter((state) => state === "stopping").length;
  expect(await stopping()).toBe(1);
  await db.query(`update task set gpus_min = 2 where resv_guid = $1`, [resv_guid]);
  await runDemoTraffic({ now: BUSIEST });
  expect(await stopping()).toBe(2);
});

test("they end for a task of somebody else that lost its node, before those of theirs that lost one", async () => {
  const [a, b] = nodes;
  const [running, lost] = [await run(standIn, a, 8), await run(standIn, b, 4)];
  const theirs = await run(await aTenant(), b, 4, 4);
  await db.query(`update placement set run = false, ended_at = $1 where resv_guid = any($2)`, [
    BUSIEST,
    [lost, theirs],
  ]);
  await db.query(
    `update task set state = 'placing', started_at = null, charged_to = null, wait_reason = 'waiting_for_gpus' where resv_guid = any($1)`,
    [[lost, theirs]],
  );
  await runDemoTraffic({ now: BUSIEST });
  expect(await Promise.all([running, lost, theirs].map(isOpen))).toEqual(["stopping", "killed", "placing"]);
});

test("stand-ins keep running while another tenant's task waits only for funds", async () => {
  const [a] = nodes;
  const running = await run(standIn, a, 8);
  const { resv_guid } = await enqueue(await aTenant(), { gpu_min: 32 }, { now: BUSIEST });
  await db.query(`update task set wait_reason = 'waiting_for_funds' where resv_guid = $1`, [resv_guid]);
  await runDemoTraffic({ now: BUSIEST });
  expect(await isOpen(running)).toBe("running");
});

test("they leave a queue whose tasks may land on real GPUs", async () => {
  const [a, b] = nodes;
  const running = await run(standIn, a, 2);
  await db.query(`update node set simulated = false where id = $1`, [b.nodeId]);
  await runDemoTraffic({ now: BUSIEST });
  expect(await isOpen(running)).toBe("stopping");
  expect(await held()).toMatchObject({ gpus: 2 });
});

test("they go on, and the place of the others is theirs, while a stand-in of another customer waits", async () => {
  const [a] = nodes;
  const running = await run(standIn, a, 8);
  const customer = await aTenant();
  const input = { task_name: "waits", gpu_type: "a5000", gpu_min: 32, enqueue: 1, agree: 1 };
  await reserveTask({ ...customer, input: ReserveFields.parse(input), standIn: "stays", now: BUSIEST });
  for (let minute = 0; minute < 4; minute += 1) await runDemoTraffic({ now: BUSIEST });
  expect(await isOpen(running)).toBe("running");
  expect(await held()).toMatchObject({ gpus: 19 + 32 });
});

test("the GPU of one of them fails, once a day, if other nodes work", async () => {
  const failing = async (now: Date) => {
    await runDemoTraffic({ now });
    const [row] = await db.query<{ tasks: number }>(`select count(*)::int as tasks from task where stand_in = 'fails'`);
    return row?.tasks;
  };
  const at = (hours: number) => new Date(BUSIEST.getTime() + hours * 3_600_000);
  expect([await failing(at(0)), await failing(at(1)), await failing(at(24))]).toEqual([1, 1, 2]);
  await db.query(`update node set retired_at = $1 where id = any($2)`, [
    BUSIEST,
    nodes.slice(2).map(({ nodeId }) => nodeId),
  ]);
  expect(await failing(at(48))).toBe(2);
});

test("their tasks end once it is turned off, and nobody else's do", async () => {
  const [a, b] = nodes;
  const other = await aTenant();
  const [theirs, own] = [await run(standIn, a, 8), await run(other, b, 8)];
  await withSettings({ MILLRACE_DEMO: false });
  expect(await isOpen(theirs)).toBe("running");
  await withSettings({ MILLRACE_DEMO_TRAFFIC: false });
  expect([await isOpen(theirs), await isOpen(own)]).toEqual(["stopping", "running"]);
  await withSettings({ MILLRACE_DEMO_TRAFFIC: false });
  const [row] = await db.query(
    `select count(*)::int as events from task_event where resv_guid = $1 and to_state = 'stopping'`,
    [theirs],
  );
  expect(row).toEqual({ events: 1 });
});

async function withSettings(settings: Partial<typeof env>): Promise<void> {
  const before = { ...env };
  Object.assign(env, settings);
  await runDemoTraffic({ now: BUSIEST }).finally(() => Object.assign(env, before));
}

test("nothing moves without demo mode, or when it is turned off", async () => {
  for (const off of [{ MILLRACE_DEMO: false }, { MILLRACE_DEMO_TRAFFIC: false }]) await withSettings(off);
  expect(await held()).toMatchObject({ gpus: 0 });
});
