import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { errorShare } from "~/rehearsal/error-share";
import { readPast } from "~/rehearsal/read-past.server";
import { chanceOf } from "~/platform/chance";
import { aTenant, theCatalogue } from "../../support/world";
import { runRehearsal } from "../unit/past";
import { RealDays, START_S } from "./real-days";

const HOUR_S = 3600;
const TASKS = 110;
const DAYS_S = 12 * HOUR_S;
/** Those of the node that is lost. */
const GPUS_LOST = 8;

beforeAll(async () => {
  await theCatalogue();
  const chance = chanceOf(33);
  const [rich, many, large, few] = await Promise.all(Array.from({ length: 4 }, () => aTenant({ dollars: 100_000 })));
  const poor = await aTenant({ dollars: 3 });
  if (!rich || !many || !large || !few) throw new Error("tenants are missing");
  const days = new RealDays();
  for (const gpus of [8, 8, 8, 8, 4]) await days.addMachine(gpus);
  for (let task = 0; task < TASKS; task += 1) {
    const gpus = chance.one([1, 1, 1, 2, 2, 4, 8, 8, 16]);
    days.arrive(chance.whole(0, DAYS_S - HOUR_S), {
      tenant: gpus === 16 ? large : chance.one([rich, many, many, few]),
      gpus,
      ...(gpus === 2 && chance.happens(0.3) ? { gpusMax: 4 } : {}),
      runS: chance.whole(600, 2 * HOUR_S),
      ...(chance.happens(0.1) ? { killedAtS: chance.whole(60, 2 * HOUR_S) } : {}),
      ...(chance.happens(0.2) ? { maxSeconds: chance.whole(600, 2 * HOUR_S) } : {}),
    });
  }
  days.arrive(10, { tenant: poor, gpus: 1, runS: 20 * HOUR_S });
  const [first, second] = days.machines;
  if (!first || !second) throw new Error("machines are missing");
  days.plan(2 * HOUR_S, (atS) => days.drain(first, 1, atS));
  days.plan(4 * HOUR_S, (atS) => days.drain(first, 0, atS));
  days.loseAt(6 * HOUR_S, second, HOUR_S);
  await days.play(DAYS_S);
}, 600_000);

/** The baseline of a period next to what happened. */
async function compared(fromHour: number) {
  const past = await readPast({ fromS: START_S + fromHour * HOUR_S, untilS: START_S + DAYS_S });
  const { truth, variants } = runRehearsal(past);
  const [baseline] = variants;
  if (!truth?.real || !baseline) throw new Error("the truth is missing");
  return { truth, real: truth.real, baseline };
}

const PERIODS = [
  ["from its beginning", 0],
  ["from its middle on, with what ran and waited then", 5],
] as const;

test.each(PERIODS)("a replay of what the real scheduler did gives what happened, %s", async (_name, fromHour) => {
  const { truth, real, baseline } = await compared(fromHour);
  expect(real.all.started).toBeGreaterThan(30);
  expect(real.all.meanS).toBeGreaterThan(600);
  expect(baseline.all.started).toBe(real.all.started);
  expect(Math.abs(errorShare(real.all.meanS, baseline.all.meanS) ?? NaN)).toBeLessThan(0.05);
  expect(truth.centsReplayed).toBe(truth.centsReal);
});

test.each(PERIODS)("so do all other figures, each by size and by tenant, %s", async (_name, fromHour) => {
  const { real, baseline } = await compared(fromHour);
  const near = (was: number | null, is: number | null, share = 0.05) =>
    expect(Math.abs(errorShare(was, is) ?? NaN)).toBeLessThanOrEqual(share);
  near(real.utilisation, baseline.utilisation, 0.01);
  near(real.gpuHours, baseline.gpuHours, 0.01);
  // The replay loses a node when it took no more tasks, twenty seconds after its last report.
  expect(Math.abs(real.gpuHoursLost - baseline.gpuHoursLost)).toBeLessThan((GPUS_LOST * 30) / HOUR_S);
  expect(real.gpuHoursLost).toBeGreaterThan(0);
  near(real.cents, baseline.cents, 0.01);
  expect(real.utilisation).toBeGreaterThan(0.3);
  expect([baseline.gangsOverDay, baseline.neverStarts]).toEqual([real.gangsOverDay, real.neverStarts]);
  for (const [index, size] of real.bySize.entries()) {
    expect(baseline.bySize[index]).toMatchObject({ tasks: size.tasks, started: size.started });
  }
  expect(real.byTenant.map(({ tasks, started }) => [tasks, started])).toEqual(
    real.byTenant.map(({ tenantId }) => {
      const { tasks, started } = baseline.byTenant.find((one) => one.tenantId === tenantId) ?? {};
      return [tasks, started];
    }),
  );
});

test("tasks that ran before the period's first second do not count as waits", async () => {
  const past = await readPast({ fromS: START_S + 5 * HOUR_S, untilS: START_S + DAYS_S });
  const ran = past.tasks.filter(({ held }) => held).length;
  const { real, baseline } = await compared(5);
  expect(ran).toBeGreaterThan(0);
  expect([real.all.tasks, baseline.all.tasks]).toEqual([past.tasks.length - ran, past.tasks.length - ran]);
});

test("the past has each kind of end, the drained node and the lost one", async () => {
  const past = await readPast({ fromS: START_S, untilS: START_S + DAYS_S });
  const ends = new Set(past.tasks.map(({ ended }) => ended));
  expect([...ends].sort()).toEqual(["declared", "funds", "itself", "node lost", "owner", "still running"]);
  expect(past.tasks.some(({ leavesS }) => leavesS !== null)).toBe(true);
  const becomes = past.changes.map((change) => change.becomes);
  expect(becomes).toEqual(["draining", "in service", "lost", "in service"]);
  expect([...past.tenants.values()]).toHaveLength(5);
  expect(await db.query(`select from node_service where to_ts is null`)).toHaveLength(5);
});
