import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { runDemoTraffic } from "~/compute/demo-traffic.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { emptyCapacity, enqueue, occupy } from "./reserving";

const BUSIEST = new Date("2026-01-31T14:00:00Z");
let standIn: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  standIn = await aTenant({ dollars: 0 });
  await db.query(`update tenant set stands_in = true where id = $1`, [standIn.tenantId]);
});
beforeEach(async () => {
  await emptyCapacity();
  for (let count = 0; count < 4; count += 1) await aNode();
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

test("they leave a whole node to others, count what others use, and rent nothing on real GPUs", async () => {
  await db.query(`update node set simulated = false where id <> (select min(id) from node)`);
  await runDemoTraffic({ now: BUSIEST });
  expect(await held()).toMatchObject({ gpus: 0 });
  await db.query(`update node set simulated = true`);
  const other = await aTenant();
  const [node] = await db.query<{ nodeId: number }>(`select min(id) as "nodeId" from node`);
  await occupy(other, { nodeId: node?.nodeId ?? 0 } as Parameters<typeof occupy>[1], 8);
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

test("nothing moves without demo mode, or when it is turned off", async () => {
  for (const off of [{ MILLRACE_DEMO: false }, { MILLRACE_DEMO_TRAFFIC: false }]) {
    const before = { ...env };
    Object.assign(env, off);
    await runDemoTraffic({ now: BUSIEST }).finally(() => Object.assign(env, before));
  }
  expect(await held()).toMatchObject({ gpus: 0 });
});
