import { beforeAll, expect, test } from "vitest";
import { asPphCents, unitsFor, wholeCents } from "~/money/units";
import { db } from "~/platform/db.server";
import type { Past } from "~/rehearsal/plan";
import { readPast } from "~/rehearsal/read-past.server";
import { replayRow } from "~/rehearsal/replay";
import { chanceOf } from "~/platform/chance";
import { aTenant, theCatalogue } from "../../support/world";
import { RealDays, START_S } from "./real-days";

const HOUR_S = 3600;
const TASKS = 110;
const DAYS_S = 12 * HOUR_S;

beforeAll(async () => {
  await theCatalogue();
  const chance = chanceOf(29);
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

interface Compared {
  tasks: number;
  started: number;
  meanWaitS: number;
  cents: number;
}

/** The real figures of a period and those of its replay, cents of tasks with a given end. */
function compare(past: Past): { real: Compared; replayed: Compared } {
  const turns = replayRow({ ...past, sampleEveryS: HOUR_S });
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  const { startS, endS, gpus } = turn.value;
  const rows = past.tasks.map((task, index) => ({
    ...task,
    given: task.ended !== "still running" && task.ended !== "node lost",
    startS: startS[index] ?? NaN,
    gpus: Number.isNaN(endS[index]) ? 0 : (gpus[index] ?? 0),
  }));
  const ofStarts = (waits: number[]) => ({
    tasks: rows.length,
    started: waits.length,
    meanWaitS: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
  });
  return {
    real: {
      ...ofStarts(rows.flatMap(({ real, submitS }) => (real?.startS == null ? [] : real.startS - submitS))),
      cents: rows.reduce((sum, { real, given }) => sum + (given ? (real?.cents ?? 0) : 0), 0),
    },
    replayed: {
      ...ofStarts(rows.flatMap((row) => (Number.isNaN(row.startS) ? [] : row.startS - row.submitS))),
      cents: rows.reduce(
        (sum, row) =>
          sum + (row.given ? Number(wholeCents(unitsFor(asPphCents(row.gpuPph * row.gpus), row.chargedS))) : 0),
        0,
      ),
    },
  };
}

test.each([
  ["from its beginning", 0],
  ["from its middle on, with what ran and waited then", 5],
])("a replay of what the real scheduler did gives what happened, %s", async (_name, fromHour) => {
  const past = await readPast({ fromS: START_S + fromHour * HOUR_S, untilS: START_S + DAYS_S });
  const { real, replayed } = compare(past);
  expect(real.started).toBeGreaterThan(30);
  expect(real.meanWaitS).toBeGreaterThan(600);
  expect(replayed.started).toBe(real.started);
  expect(Math.abs(replayed.meanWaitS / real.meanWaitS - 1)).toBeLessThan(0.05);
  expect(replayed.cents).toBe(real.cents);
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
