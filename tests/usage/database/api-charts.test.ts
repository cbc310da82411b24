import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { chartRange, pointsOf } from "~/usage/inside/figures/chart-range";
import { readApiCharts } from "~/usage/inside/figures/read-api-charts.server";
import { readApiStats } from "~/usage/inside/figures/read-api-stats.server";
import { readChartsSorted } from "~/usage/inside/figures/read-charts-sorted.server";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";

const now = new Date("2024-03-31T13:30:20Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
let ann: TenantInWorld;
let bob: TenantInWorld;

beforeEach(async () => {
  await db.query(
    "truncate usage_event, usage_by_model, usage_by_user, usage_latency, usage_day_users, usage_user_window",
  );
  await db.query("update usage_window set first_at = '-infinity'");
  [ann, bob] = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
});

const by = ({ userId, tenantId }: TenantInWorld) => ({ userId, tenantId });

test("every array is aligned with the points: counts without data are 0, averages null", async () => {
  await storeEvents(
    [
      { ts: ago(10), ...by(ann), model: "a/b_c.d", calls: 3, latencyMs: 800, batchSize: 3, gpus: 2, busyPct: 41 },
      { ts: ago(15), ...by(ann), model: "a/b_c.d", kind: "agent", latencyMs: 1000, completed: false, busyPct: 100 },
      { ts: ago(3600), ...by(bob), model: "a/b_c.d", calls: 5 },
    ],
    { now },
  );
  const { points_ts, models, users } = await readApiCharts({ range: 60, now });
  expect(points_ts).toHaveLength(100);
  expect(points_ts.at(-1)).toBe(Date.UTC(2024, 2, 31, 13, 30) / 1000);
  expect(points_ts[0]).toBe((points_ts.at(-1) ?? 0) - 99 * 60);
  const series = models["a/b_c.d"];
  for (const values of Object.values(series ?? {})) expect(values).toHaveLength(100);
  const newest = Object.fromEntries(Object.entries(series ?? {}).map(([name, values]) => [name, values[99]]));
  expect(newest).toEqual({
    ...{ hit: 4, completed: 3, latency_avg: 0.9, latency_max: 1, bs_avg: 3, bs_max: 3, gpus_avg: 2, gpus_max: 2 },
    ...{ busy_avg: 0.705, busy_max: 1 },
  });
  expect([series?.hit[39], series?.latency_avg[39], series?.hit[98], series?.bs_max[98]]).toEqual([5, null, 0, null]);
  expect(users[ann.email]?.calls[99]).toBe(4);
  expect(users[bob.email]?.calls[39]).toBe(5);
  expect(Object.keys(users)).toEqual([bob.email, ann.email]);
});

test("months are those of the calendar, days those of UTC", async () => {
  const text = (ts: number | undefined) => new Date((ts ?? 0) * 1000).toISOString();
  const months = pointsOf(2592000, now).map(text);
  expect(months).toHaveLength(12);
  expect([months[0], months[10], months[11]]).toEqual([
    ...["2023-04-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
  ]);
  const days = pointsOf(86400, now).map(text);
  expect([days.length, days[0], days.at(-1)]).toEqual([60, "2024-02-01T00:00:00.000Z", "2024-03-31T00:00:00.000Z"]);
  expect([chartRange("3600"), chartRange("60.0"), chartRange("+60"), chartRange("1")]).toEqual([
    3600,
    null,
    null,
    null,
  ]);
});

test("the 20 users with the most calls are shown, and the rest is others: none is lost", async () => {
  const many = await Promise.all(Array.from({ length: 22 }, () => aTenant({ dollars: 0 })));
  await storeEvents(
    many.map((user, place) => ({ ts: ago(120), ...by(user), calls: 100 - place })),
    { now },
  );
  const { users, models } = await readApiCharts({ range: 60, now });
  expect(Object.keys(users)).toEqual([...many.slice(0, 20).map(({ email }) => email), "others"]);
  expect(users["others"]?.calls[97]).toBe(80 + 79);
  expect(models["code-7b"]?.hit[97]).toBe(many.reduce((sum, _, place) => sum + 100 - place, 0));
});

test("models beyond the limit are one series, others, including one with that name", async () => {
  await storeEvents(
    ["one", "two", "three", "others"].map((model, place) => ({
      ...{ ts: ago(60), ...by(ann), model, calls: 10 - place, latencyMs: 1000 * place },
    })),
    { now },
  );
  const { models } = await readApiCharts({ range: 60, mostModels: 2, now });
  expect(Object.keys(models)).toEqual(["one", "two", "others"]);
  expect([models["others"]?.hit[98], models["others"]?.latency_avg[98], models["others"]?.latency_max[98]]).toEqual([
    ...[15, 2.5, 3],
  ]);
});

test("a filter for a user or a model shows only their calls", async () => {
  await storeEvents(
    [
      { ts: ago(60), ...by(ann), model: "one", calls: 2, completed: false },
      { ts: ago(60), ...by(ann), model: "two", calls: 3 },
      { ts: ago(60), ...by(bob), model: "one", calls: 7, latencyMs: 500 },
    ],
    { now },
  );
  const filtered = { modelId: null, userId: null, tenantId: null };
  const ofAnn = await readApiCharts({ range: 3600, filtered: { ...filtered, userId: ann.userId }, now });
  expect([ofAnn.models["one"]?.hit[99], ofAnn.models["one"]?.completed[99], ofAnn.models["two"]?.hit[99]]).toEqual([
    ...[2, 0, 3],
  ]);
  expect(ofAnn.users).toEqual({ [ann.email]: { calls: [...Array.from({ length: 99 }, () => 0), 5] } });
  const [one] = await db.query<{ id: number }>("select id from usage_model where name = 'one'");
  const ofOne = await readApiCharts({ range: 3600, filtered: { ...filtered, modelId: one?.id ?? 0 }, now });
  expect(Object.keys(ofOne.models)).toEqual(["one"]);
  expect([ofOne.users[bob.email]?.calls[99], ofOne.users[ann.email]?.calls[99]]).toEqual([7, 2]);
});

test("order of 30 days: models beyond the limit are others, and older calls do not count", async () => {
  await storeEvents([{ ts: ago(31 * 86_400), ...by(ann), model: "old", calls: 99 }], { now: ago(31 * 86_400) });
  await storeEvents(
    [
      { ts: ago(86_400), ...by(ann), model: "one", calls: 2 },
      { ts: ago(60), ...by(bob), model: "two", calls: 7 },
    ],
    { now },
  );
  expect(await readChartsSorted({ limit: 200, now })).toEqual({
    models: [
      ["two", 7],
      ["one", 2],
    ],
    users: [
      [bob.email, 7],
      [ann.email, 2],
    ],
  });
  expect(await readChartsSorted({ limit: 1, now })).toEqual({
    models: [
      ["two", 7],
      ["others", 2],
    ],
    users: [
      [bob.email, 7],
      ["others", 2],
    ],
  });
});

test("a day has an entry for each hour that has data, with others beyond the limit", async () => {
  expect(await readApiStats({ date: "", limit: 200, now })).toEqual({
    ...{ hours: [], day: "2024-03-31", firstDay: "2024-03-31", today: "2024-03-31" },
  });
  await storeEvents(
    [
      { ts: ago(60), ...by(ann), model: "one", calls: 2, prompt: 800, generated: 96, cacheRead: 40 },
      { ts: ago(60), ...by(bob), model: "two", calls: 7, completed: false, prompt: 10 },
      { ts: ago(2 * 3600), ...by(bob), model: "two", calls: 1 },
      { ts: ago(2 * 86_400), ...by(bob), model: "two", calls: 1 },
    ],
    { now },
  );
  const today = await readApiStats({ date: "20240331", limit: 1, now });
  expect([today.firstDay, today.hours.map(({ ts }) => new Date(ts * 1000).toISOString().slice(11, 13))]).toEqual([
    ...["2024-03-29", ["11", "13"]],
  ]);
  expect(today.hours[1]).toMatchObject({
    models: [
      { name: "two", hit: 7, completed: 0 },
      { name: "others", hit: 2, completed: 2 },
    ],
    users: [
      { name: bob.email, calls: 7, tokens: 10 },
      { name: "others", calls: 2, tokens: 896 },
    ],
  });
  for (const date of ["20240328", "20240401", "20240230", "2024-03-31", "x"])
    await expect(readApiStats({ date, limit: 1, now })).rejects.toThrow(
      "date must be YYYYMMDD, not before 20240329 and not after today.",
    );
});
