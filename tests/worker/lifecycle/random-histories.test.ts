import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import type { Observed } from "~/fleet/agent-messages";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aQueuedTask, at, stop, tick } from "./stage";
import type { Machine } from "./machine";

const MACHINES = 3;
const STEP_S = 5;

/** Events that may happen in five seconds, in addition to reports of healthy machines and ticks of two workers. */
type Step =
  | { do: "start"; gpus: 1 | 2 | 8 | 16 }
  | { do: "kill"; nth: number }
  | { do: "drain"; machine: number; mode: 0 | 1 | 2 }
  | { do: "silence"; machine: number; steps: number }
  | { do: "reboot"; machine: number }
  | { do: "end"; machine: number; nth: number }
  | { do: "break"; machine: number; broken: boolean }
  | { do: "late"; machine: number }
  | { do: "nothing"; steps: number };

const machine = fc.nat(MACHINES - 1);
const nth = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("start"), gpus: fc.constantFrom(1, 2, 8, 16) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("kill"), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drain"), machine, mode: fc.constantFrom(0, 1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("silence"), machine, steps: fc.constantFrom(3, 6, 30, 200) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reboot"), machine }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end"), machine, nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("break"), machine, broken: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("late"), machine }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("nothing"), steps: fc.constantFrom(1, 3, 8) }) },
) as fc.Arbitrary<Step>;

class World {
  second = 10;
  readonly tasks: string[] = [];
  readonly silentUntil = new Map<Machine, number>();
  readonly lastReport = new Map<Machine, Observed>();

  constructor(
    readonly tenantId: number,
    readonly machines: Machine[],
  ) {}

  of(index: number): Machine {
    const found = this.machines[index];
    if (!found) throw new Error(`no machine ${index}`);
    return found;
  }

  /** Five seconds pass: every machine that can reports, while two workers do all their work at once. */
  async pass(): Promise<void> {
    this.second += STEP_S;
    const now = at(this.second);
    const heard = this.machines.filter((one) => (this.silentUntil.get(one) ?? 0) <= this.second);
    for (const one of this.machines) one.second = this.second;
    await Promise.all([...heard.map((one) => this.beat(one, now)), tick(now), tick(now), chargeRunning({ now })]);
  }

  async beat(one: Machine, now: Date): Promise<void> {
    await one.hear();
    const observed = one.observed();
    // The same report reaches two workers.
    const report = () => receiveObserved({ nodeId: one.nodeId, observed, now });
    await Promise.all([report(), report()]);
    this.lastReport.set(one, observed);
    one.settle();
  }
}

async function carryOut(world: World, given: Step): Promise<void> {
  const now = at(world.second);
  switch (given.do) {
    case "start":
      return void world.tasks.push(await aQueuedTask(world.tenantId, { gpus: given.gpus, acceptedAt: now }));
    case "kill": {
      const task = world.tasks[given.nth % Math.max(1, world.tasks.length)];
      if (task) await Promise.all([stop(task, now), stop(task, now)]);
      return;
    }
    case "drain":
      return void (await db.query(`update node set drain = $2 where id = $1`, [
        world.of(given.machine).nodeId,
        given.mode,
      ]));
    case "silence":
      return void world.silentUntil.set(world.of(given.machine), world.second + given.steps * STEP_S);
    case "reboot":
      return world.of(given.machine).reboot();
    case "end": {
      const { running } = world.of(given.machine);
      return world.of(given.machine).endItself(running[given.nth % Math.max(1, running.length)] ?? "", 3);
    }
    case "break":
      return void (world.of(given.machine).broken = given.broken ? "no such image" : "");
    case "late": {
      const observed = world.lastReport.get(world.of(given.machine));
      if (observed) await receiveObserved({ nodeId: world.of(given.machine).nodeId, observed, now });
      return;
    }
    case "nothing":
      for (let count = 0; count < given.steps; count += 1) await world.pass();
  }
}

/** Checks what must hold after every history. */
async function holds(world: World): Promise<void> {
  const orphans = await db.query(
    `select h.* from held_gpu h left join placement p on p.placement_id = h.placement_id and p.ended_at is null
       and p.node_id = h.node_id and h.gpu = any(p.gpus) where p.placement_id is null`,
  );
  expect(orphans).toEqual([]);
  const unheld = await db.query(
    `select p.placement_id from placement p where p.ended_at is null
       and cardinality(p.gpus) <> (select count(*) from held_gpu h where h.placement_id = p.placement_id)`,
  );
  expect(unheld).toEqual([]);
  for (const one of world.machines) expectNoGpuTwice(one);
  const overlapping = await db.query(
    `select a.resv_guid from task_charge a join task_charge b on a.resv_guid = b.resv_guid and a.from_ts < b.from_ts
       and a.to_ts > b.from_ts`,
  );
  expect(overlapping).toEqual([]);
}

function expectNoGpuTwice(one: Machine): void {
  const up = new Set(one.running);
  const used = one.desired.tasks.filter((task) => up.has(task.placement_id)).flatMap((task) => task.gpus);
  expect(new Set(used).size).toBe(used.length);
}

/** A task's charged seconds are seconds in which all its placements of one attempt really ran (B2). */
async function chargedWhatRan(world: World): Promise<void> {
  const charges = await db.query<{ resv_guid: string; from: number; to: number; placements: string[] }>(
    `select c.resv_guid, extract(epoch from c.from_ts)::float8 as from, extract(epoch from c.to_ts)::float8 as to,
       (select array_agg(p.placement_id::text) from placement p join task t on t.resv_guid = p.resv_guid
        where p.resv_guid = c.resv_guid and p.attempt = t.attempts + 1) as placements
     from task_charge c where c.resv_guid = any($1::uuid[])`,
    [world.tasks],
  );
  const zero = at(0).getTime() / 1000;
  for (const charge of charges) {
    for (const placement of charge.placements) {
      const span = world.machines.map((one) => one.ran.get(placement)).find((found) => found !== undefined);
      expect(charge.from - zero).toBeGreaterThanOrEqual(span?.from ?? Infinity);
      expect(charge.to - zero).toBeLessThanOrEqual(span?.to ?? world.second);
    }
  }
}

/** All machines are healthy again and every task is asked to stop. */
async function windDown(world: World): Promise<void> {
  world.silentUntil.clear();
  await db.query(`update node set drain = 0`);
  for (const one of world.machines) one.broken = "";
  await world.pass();
  for (const task of world.tasks) await stop(task, at(world.second));
  for (let count = 0; count < 4; count += 1) await world.pass();
}

beforeAll(async () => {
  await theCatalogue();
});

test("after any history, no GPU is held twice or leaked, no second charged twice or unused, and every task ends", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      await db.query(`delete from job_tick`);
      await db.query(`update node set retired_at = now() where retired_at is null`);
      const { tenantId } = await aCustomer();
      const machines = [await aMachine(), await aMachine(), await aMachine()];
      const world = new World(tenantId, machines);
      for (const given of steps) {
        await carryOut(world, given);
        await world.pass();
        await holds(world);
      }
      await windDown(world);
      await holds(world);
      await chargedWhatRan(world);
      const open = await db.query(
        `select state, stop_target, attempts from task where resv_guid = any($1::uuid[]) and finished_at is null`,
        [world.tasks],
      );
      expect(open).toEqual([]);
      expect(await db.query(`select * from held_gpu`)).toEqual([]);
      for (const one of machines) expect(one.running).toEqual([]);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
