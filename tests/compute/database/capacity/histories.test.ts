import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, doublyHeldGpus, emptyCapacity, enqueue, reserve, vacate } from "./reserving";

let tenants: TenantInWorld[];

beforeAll(async () => {
  await theCatalogue();
  tenants = [await aTenant({ dollars: 5000 }), await aTenant({ dollars: 1 })];
});

const gpus = fc.constantFrom(1, 2, 4, 8, 16);
const tenant = fc.nat(1);
const step = fc.oneof(
  fc.record({ act: fc.constant("start" as const), gpus, tenant }),
  fc.record({ act: fc.constant("enqueue" as const), gpus, tenant }),
  fc.record({ act: fc.constant("schedule" as const), waitedS: fc.constantFrom(1, 700, 4000) }),
  fc.record({ act: fc.constant("rush" as const), gpus, tenant }),
  fc.record({ act: fc.constant("end" as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant("fail" as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant("drain" as const), which: fc.nat(3), drain: fc.constantFrom(0, 0, 1) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

test("each GPU has one holder after any mix of starts, queueing, ends, drains and failures, however concurrent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      await emptyCapacity();
      for (const size of [8, 8, 8, 4]) await aNode({ gpus: size });
      for (const one of steps) {
        await take(one);
        await assertInvariants();
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

async function take(step: Step): Promise<void> {
  if (step.act === "start") await asTenant(step.tenant, (who) => reserve(who, { gpu_min: step.gpus }));
  if (step.act === "enqueue") await asTenant(step.tenant, (who) => enqueue(who, { gpu_min: step.gpus }));
  if (step.act === "schedule") await scheduleAll({ now: after(step.waitedS) });
  if (step.act === "rush") {
    await Promise.all([
      scheduleAll({ now: after(1) }),
      asTenant(step.tenant, (who) => reserve(who, { gpu_min: step.gpus })),
      scheduleAll({ now: after(1) }),
      asTenant(1 - step.tenant, (who) => reserve(who, { gpu_min: 1 })),
    ]);
  }
  if (step.act === "end") for (const id of await placedTask(step.which)) await vacate(id);
  if (step.act === "fail") for (const id of await placedTask(step.which)) await failPlacement(id);
  if (step.act === "drain") {
    await db.query(`update node set drain = $2 where id = (select id from node order by id offset $1 limit 1)`, [
      step.which,
      step.drain,
    ]);
  }
}

async function asTenant(index: number, call: (who: TenantInWorld) => Promise<unknown>): Promise<void> {
  const who = tenants[index];
  if (!who) return;
  await call(who).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== "Refusal") throw error;
  });
}

async function placedTask(which: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select resv_guid as id from task where state = 'placing' order by accepted_at, task_name offset $1 limit 1`,
    [which],
  );
  return rows.map((row) => row.id);
}

async function failPlacement(resvGuid: string): Promise<void> {
  await db.query(
    `with gone as (update placement set run = false, ended_at = $2, failed_at = $2
       where resv_guid = $1 and ended_at is null returning placement_id),
     freed as (delete from held_gpu where placement_id in (select placement_id from gone))
     update task set attempts = attempts + 1 where resv_guid = $1`,
    [resvGuid, after(0)],
  );
}

/** Checks everything that must be true after every step. */
async function assertInvariants(): Promise<void> {
  expect(await doublyHeldGpus()).toBe(0);
  const apart = await db.query(
    `(select node_id, unnest(gpus) as gpu, placement_id from placement where ended_at is null
      except select node_id, gpu, placement_id from held_gpu)
     union all
     (select node_id, gpu, placement_id from held_gpu
      except select node_id, unnest(gpus), placement_id from placement where ended_at is null)`,
  );
  expect(apart).toEqual([]);
  const broken = await db.query(
    `select t.task_name from task t left join placement p on p.resv_guid = t.resv_guid and p.ended_at is null
     where t.state in ('queued', 'placing') group by t.resv_guid
     having count(p.placement_id) > 0 and (t.state = 'queued' or sum(cardinality(p.gpus)) <> t.gpus_granted
       or count(p.placement_id) <> ceil(t.gpus_granted / 8.0) or t.pph <> 95 * t.gpus_granted)`,
  );
  expect(broken).toEqual([]);
  const outside = await db.query(
    `select n.node_name from placement p join node n on n.id = p.node_id
     where p.ended_at is null and (select max(g) from unnest(p.gpus) g) >= n.gpus`,
  );
  expect(outside).toEqual([]);
  // The poor tenant's dollar lasts 600 s for 6 GPUs.
  const [poor] = await db.query<{ gpus: number }>(
    `select coalesce(sum(gpus_granted), 0)::int as gpus from task where tenant_id = $1 and state = 'placing'`,
    [tenants[1]?.tenantId],
  );
  expect(poor?.gpus).toBeLessThanOrEqual(6);
}
