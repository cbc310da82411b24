import fc from "fast-check";
import { expect, test } from "vitest";
import { chanceOf } from "~/platform/chance";
import type { Forecast } from "~/rehearsal/forecast";
import { FORECAST_HOURS } from "~/rehearsal/limits";
import type { Past, PastTask } from "~/rehearsal/plan";
import { runForecast, Truth, WEEK_S } from "./forecasts";
import { aNode, aTask, HOUR_S } from "./past";

const [, HOURS] = FORECAST_HOURS;
const NOW_S = 10 * WEEK_S;
const RAN = { real: { startS: 0, endS: null, gpus: 8, cents: 0 } };

/** One task of 8 GPUs for half an hour, each Monday or so at the same second. */
const weekly = (hour: number, given: Partial<PastTask> = {}) =>
  Array.from({ length: 8 }, (_, week) => {
    const submitS = NOW_S - (8 - week) * WEEK_S + hour * HOUR_S;
    return aTask(`w${week}h${hour}`, { submitS, heldS: 1800, ...RAN, ...given });
  });
const pastOf = (tasks: PastTask[]): Past => ({
  ...{ fromS: NOW_S - 8 * WEEK_S, untilS: NOW_S, tasks: tasks.toSorted((a, b) => a.submitS - b.submitS) },
  ...{ nodes: [aNode(1)], changes: [], tenants: new Map() },
});
const presentOf = (tasks: PastTask[], given: Partial<Past> = {}): Past => ({
  ...{ fromS: NOW_S, untilS: NOW_S + 1, tasks, nodes: [aNode(1), aNode(2)], changes: [], tenants: new Map(), ...given },
});
const isOpen = { ended: "still running" as const, submitS: NOW_S };
const queued = (id: string, given: Partial<PastTask> = {}) =>
  aTask(id, { ...isOpen, acceptedS: NOW_S - 60, real: { startS: null, endS: null, gpus: 0, cents: 0 }, ...given });
const running = (id: string, nodeId: number, given: Partial<PastTask> = {}) =>
  aTask(id, { ...isOpen, heldS: Infinity, held: [{ nodeId, gpus: [0, 1, 2, 3, 4, 5, 6, 7] }], ...RAN, ...given });
const made = (past: Past, present: Past, seed?: number): Forecast =>
  runForecast(past, present, seed) ?? expect.fail("there is no forecast");
const fleetOf = ({ rows }: Forecast) => rows[0] ?? expect.fail("the fleet is missing");

test("without a queue and arrivals all GPUs are free and nothing is earned", () => {
  const past = pastOf([...weekly(0), ...weekly(1)]).tasks.filter(({ submitS }) => submitS < NOW_S - 7 * WEEK_S);
  const long = { ...pastOf([...past]), untilS: NOW_S + 20 * WEEK_S };
  const { free, waiting, cents, centsUntil } = fleetOf(made(long, presentOf([])));
  expect(new Set([...free.low, ...free.high])).toEqual(new Set([16]));
  expect(new Set([...waiting.high, ...cents.high, ...centsUntil.high])).toEqual(new Set([0]));
});

test("tasks arrive at the hour of the week at which they came before, and their revenue in that hour", () => {
  const { cents, centsUntil, free } = fleetOf(made(pastOf([...weekly(30), ...weekly(100)]), presentOf([])));
  // Half an hour of 8 GPUs at a dollar.
  const at = (hours: number[]) => Array.from({ length: HOURS }, (_, hour) => (hours.includes(hour) ? 400 : 0));
  for (const band of [cents.low, cents.middle, cents.high]) expect(band).toEqual(at([30, 100]));
  expect([centsUntil.low[99], centsUntil.high[HOURS - 1]]).toEqual([400, 800]);
  expect(free.low.indexOf(8)).toBe(30);
});

test("a queued task that fits at once is likely to start now, and one behind full nodes when they are free", () => {
  const past = pastOf(weekly(3, { heldS: 4 * HOUR_S }));
  const start = (present: Past) => made(past, present).starts.find(({ id }) => id === "q") ?? expect.fail("no start");
  expect(start(presentOf([queued("q")]))).toEqual({ id: "q", fromS: NOW_S, untilS: NOW_S + 300, share: 1 });
  const both = [running("a", 1), running("b", 2, { real: { startS: NOW_S - HOUR_S, endS: null, gpus: 8, cents: 0 } })];
  const ran = pastOf([...past.tasks, ...both.map((task) => ({ ...task, submitS: NOW_S - HOUR_S, held: null }))]);
  const behind = runForecast(ran, presentOf([...both, queued("q")]), 1)?.starts.find(({ id }) => id === "q");
  // One of the running tasks goes on to the four hours that all of its size had; the other has no like.
  expect(behind).toEqual({ id: "q", fromS: NOW_S + 3 * HOUR_S, untilS: NOW_S + 3 * HOUR_S + 300, share: 1 });
});

test("a task that nothing can hold has a band from the last hour on without an end, and nodes out of service hold nothing", () => {
  const past = pastOf(weekly(3));
  const changes = [1, 2].map((nodeId) => ({ atS: NOW_S, nodeId, becomes: "draining" as const }));
  const forecast = made(past, presentOf([queued("q")], { changes }));
  expect(forecast.starts).toEqual([{ id: "q", fromS: NOW_S + WEEK_S, untilS: null, share: 0 }]);
  expect(Math.max(...fleetOf(forecast).free.high)).toBe(0);
  expect(new Set(fleetOf(forecast).waiting.low)).toEqual(new Set([1]));
});

test("a task that waits in a row whose last node has gone waits on, and arrivals there are not counted", () => {
  const past = pastOf(weekly(3, { gpuType: "h100" }));
  const forecast = made(past, presentOf([queued("q", { gpuType: "h100" })]));
  expect(new Set(fleetOf(forecast).waiting.high)).toEqual(new Set([1]));
  expect(forecast.starts).toEqual([{ id: "q", fromS: NOW_S + WEEK_S, untilS: null, share: 0 }]);
  expect(made(past, presentOf([])).rows.map(({ gpuType }) => gpuType)).not.toContain("h100");
});

test("under two weeks of tasks give no forecast", () => {
  const recent = (weeks: number) => pastOf([aTask("first", { submitS: NOW_S - weeks * WEEK_S, ...RAN })]);
  expect(runForecast(recent(1.8), presentOf([]))).toBeNull();
  expect(runForecast(recent(1.9), presentOf([]))).toMatchObject({ weeks: 2 });
  expect(runForecast(pastOf([]), presentOf([]))).toBeNull();
});

const somePast = fc
  .array(
    fc.record({
      agoS: fc.integer({ min: 1, max: 4 * WEEK_S }),
      heldS: fc.constantFrom(60, 3600, 40_000, Infinity),
      gpusMin: fc.constantFrom(1, 2, 4, 8, 16),
      gpuPph: fc.constantFrom(0, 95, 210),
      maxSeconds: fc.constantFrom(0, 0, 7200),
      gpuType: fc.constantFrom("a5000", "a5000", "h100"),
    }),
    { minLength: 5, maxLength: 60 },
  )
  .map((given) =>
    pastOf([
      ...weekly(5),
      ...given.map(({ agoS, heldS, ...task }, index) =>
        aTask(`t${index}`, {
          ...{ ...task, submitS: NOW_S - agoS, heldS, chargedS: Math.min(heldS, 3000) },
          ended: heldS === Infinity ? "still running" : "itself",
          real: { startS: NOW_S - agoS, endS: null, gpus: task.gpusMin, cents: 0 },
        }),
      ),
    ]),
  );
const someQueue = fc
  .array(fc.record({ gpusMin: fc.constantFrom(1, 4, 8, 16), gpuType: fc.constantFrom("a5000", "h100") }), {
    maxLength: 12,
  })
  .map((tasks) => tasks.map((task, index) => queued(`q${index}`, task)));

test("bands are in order, rows add up to the fleet, and equal seeds give equal forecasts", () => {
  fc.assert(
    fc.property(somePast, someQueue, fc.nat(100), (past, tasks, seed) => {
      const nodes = [aNode(1), aNode(2), aNode(3, { gpuType: "h100", gpus: 4 })];
      const forecast = made(past, presentOf(tasks, { nodes }), seed);
      expect(made(past, presentOf(tasks, { nodes }), seed)).toEqual(forecast);
      expect(forecast.rows.map(({ gpuType }) => gpuType)).toEqual([null, "a5000", "h100"]);
      for (const row of forecast.rows)
        for (const { low, middle, high } of [row.waiting, row.free, row.cents, row.centsUntil])
          for (let hour = 0; hour < HOURS; hour += 1) {
            expect(low[hour]).toBeLessThanOrEqual(middle[hour] ?? NaN);
            expect(middle[hour]).toBeLessThanOrEqual(high[hour] ?? NaN);
          }
      const [fleet, a5000, h100] = forecast.rows;
      expect(Math.max(...(fleet?.free.high ?? []))).toBeLessThanOrEqual(20);
      expect(fleet?.free.low[0]).toBe((a5000?.free.low[0] ?? NaN) + (h100?.free.low[0] ?? NaN));
      for (const { fromS, untilS, share } of forecast.starts) {
        expect(fromS).toBeGreaterThanOrEqual(NOW_S);
        if (untilS !== null) expect(untilS).toBeGreaterThan(fromS);
        expect(share).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 15 },
  );
});

/** Ten weeks of a busy row in which every hour is like every other one. */
function aStationaryTruth(seed: number): Truth {
  const chance = chanceOf(seed);
  const tasks: PastTask[] = [];
  for (let submitS = 0, at = 0; submitS < 11 * WEEK_S; at += 1) {
    submitS += Math.ceil(-Math.log(1 - chance.next()) * 2 * HOUR_S);
    const heldS = Math.ceil(-Math.log(1 - chance.next()) * 5 * HOUR_S);
    const gpusMin = chance.one([2, 4, 8]);
    tasks.push(aTask(`t${at}`, { submitS, heldS, chargedS: heldS, gpusMin, tenantId: chance.whole(1, 5) }));
  }
  return new Truth(tasks, [aNode(1), aNode(2)]);
}

test("over many forecasts of pasts that do not change, eight of ten starts and hours lie within the bands", () => {
  const [starts, hours] = [
    { hits: 0, all: 0 },
    { hits: 0, all: 0 },
  ];
  const count = (sum: { hits: number; all: number }, isHit: boolean) => {
    sum.all += 1;
    if (isHit) sum.hits += 1;
  };
  const truths = [1, 2, 3, 4].map((seed) => aStationaryTruth(seed));
  for (let made = 0; made < 24; made += 1) {
    const truth = truths[made % truths.length] ?? expect.fail("no past");
    const nowS = 8 * WEEK_S + made * 13 * HOUR_S;
    const forecast = truth.forecastAt(nowS, made);
    for (const { id, fromS, untilS } of forecast.starts) {
      const startS = truth.startOf(id);
      count(starts, startS >= fromS && startS <= (untilS ?? Infinity));
    }
    for (const hour of [6, 12, 24, 48]) {
      const sample = truth.outcome.samples[nowS / HOUR_S + hour] ?? expect.fail("no sample");
      const { low, high } = fleetOf(forecast).waiting;
      count(hours, sample.tasksWaiting >= (low[hour] ?? NaN) && sample.tasksWaiting <= (high[hour] ?? NaN));
    }
  }
  expect(starts.all).toBeGreaterThan(100);
  for (const { hits, all } of [starts, hours]) {
    expect(hits / all).toBeGreaterThan(0.7);
    expect(hits / all).toBeLessThan(0.95);
  }
});
