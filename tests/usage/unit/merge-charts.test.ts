import { expect, test } from "vitest";
import { type ApiCharts, emptySeries, type ModelSeries } from "~/usage/chart-series";
import { isComplete, mergeNewest } from "~/usage/inside/figures/merge-charts";

const charts = (from: number, hits: number[], users: number[] = hits): ApiCharts => ({
  points_ts: hits.map((_, place) => from + place * 60),
  models: { one: of(hits) },
  users: { ann: { calls: users } },
});
const of = (hits: number[]): ModelSeries => ({
  ...emptySeries(hits.length),
  hit: hits,
  latency_avg: hits.map((hit) => (hit === 0 ? null : hit / 10)),
});

test.each([
  { name: "the newest minute grows", newest: charts(120, [3, 9]), points: [0, 60, 120, 180], hit: [1, 2, 3, 9] },
  { name: "a minute has begun", newest: charts(180, [5, 1]), points: [60, 120, 180, 240], hit: [2, 3, 5, 1] },
  { name: "minutes were missed", newest: charts(300, [7]), points: [120, 180, 240, 300], hit: [3, 4, 0, 7] },
  { name: "all were missed", newest: charts(6000, [7]), points: [5820, 5880, 5940, 6000], hit: [0, 0, 0, 7] },
  { name: "a reading from before", newest: charts(0, [8]), points: [0, 60, 120, 180], hit: [8, 2, 3, 4] },
])("points of a newer reading take their places: $name", ({ newest, points, hit }) => {
  const merged = mergeNewest(charts(0, [1, 2, 3, 4]), newest);
  expect(merged.points_ts).toEqual(points);
  expect(merged.models["one"]?.hit).toEqual(hit);
  expect(merged.models["one"]?.latency_avg).toEqual(hit.map((count) => (count === 0 ? null : count / 10)));
  expect(merged.models["one"]?.bs_max).toEqual([null, null, null, null]);
  expect(merged.users["ann"]?.calls).toEqual(hit);
});

test("a model without calls in the newer reading has none in its minutes", () => {
  const newest = { ...charts(120, [3, 9]), models: {}, users: {} };
  expect(mergeNewest(charts(0, [1, 2, 3, 4]), newest).models["one"]?.hit).toEqual([1, 2, 0, 0]);
});

test("a name that the screen does not know requires a reload, even one that every object has", () => {
  const newest = charts(0, [1]);
  expect(isComplete(newest, ["one", "two"], ["ann"])).toBe(true);
  expect(isComplete(newest, ["two"], ["ann"])).toBe(false);
  expect(isComplete(newest, ["one"], [])).toBe(false);
  const named = { ...newest, models: { constructor: of([1]) } };
  expect(isComplete(named, ["one"], ["ann"])).toBe(false);
});
