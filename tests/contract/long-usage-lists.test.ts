import { beforeAll, expect, test } from "vitest";
import { dayOf } from "~/platform/day-range";
import { LARGEST } from "~/usage/inside/figures/largest";
import { storeEvents } from "../support/usage-events";
import { aTenant } from "../support/world";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

const now = new Date();
const today = dayOf(now);
const MODELS = LARGEST + 40;
/** Model n has n + 1 calls; a model that is itself called `others` is among the others, whatever its size. */
const CALLS = (MODELS * (MODELS + 1)) / 2;
const OF_OTHERS = 5_000;
const ALL = CALLS + OF_OTHERS;
/** Calls of the 40 smallest. */
const REST = (40 * 41) / 2 + OF_OTHERS;
let staff: Person;
let user: Person;

beforeAll(async () => {
  staff = await aPerson({ role: "support" });
  user = await aPerson();
  await aTenant();
  const figures = (calls: number) => ({ calls, coins: calls, prompt: 2 * calls, generated: calls, cacheRead: calls });
  const named = Array.from({ length: MODELS }, (_, at) => ({ model: `model-${at}`, ...figures(at + 1) }));
  await storeEvents(
    [...named, { model: "others", ...figures(OF_OTHERS) }].map((event) => ({ ...event, ...user, ts: now })),
    { now },
  );
});

type Named = Record<string, Record<string, unknown>>;
const get = async <Answer>(path: string) => await read<Answer>(await call(path, staff));
const sumOf = (rows: object[], of: (row: never) => number) => rows.reduce((sum, row) => sum + of(row as never), 0);

/**
 * The list has its maximum length, its last row `others` has the rest, and all rows together are the sum of all events.
 */
function expectList(list: [string, object][], of: (row: never) => number): void {
  expect(list).toHaveLength(LARGEST + 1);
  expect(list.map(([name]) => name).filter((name) => name === "others")).toHaveLength(1);
  expect(list[0]?.[0]).toBe(`model-${MODELS - 1}`);
  expect([list.at(-1)?.[0], of(list.at(-1)?.[1] as never)]).toEqual(["others", REST]);
  expect(
    sumOf(
      list.map(([, row]) => row),
      of,
    ),
  ).toBe(ALL);
}

test("models of a day and a month end with others (A3)", async () => {
  for (const path of ["/dashboard/daily-models", "/dashboard/monthly-models"]) {
    const { grouped_data: models } = await get<{ grouped_data: Named }>(path);
    expectList(Object.entries(models), ({ count }: { count: number }) => count);
    expect(models["others"]).toEqual({
      count: REST,
      formatted: "0.01",
      tokens: {
        ...{ prompt_tokens: 2 * REST, generated_tokens: REST },
        ...{ cache_read_input_tokens: REST, cache_creation_input_tokens: 0 },
      },
    });
  }
});

test("models of each day end with others, and add up to the grand total (A3)", async () => {
  const answer = await get<{ daily_stats: Record<string, { models: Named }>; grand_total: object }>(
    "/dashboard/models-per-day",
  );
  const models = answer.daily_stats[today]?.models ?? {};
  const tokens = (row: { generated_tokens: number }) => row.generated_tokens;
  const named = Object.entries(models).slice(0, -1);
  const last = Object.entries(models).slice(-1);
  expectList([...named.sort(([, one], [, other]) => tokens(other as never) - tokens(one as never)), ...last], tokens);
  expect(answer.grand_total).toMatchObject({ coins: ALL, prompt_tokens: 2 * ALL, generated_tokens: ALL });
});

test("models of a user end with others (A3)", async () => {
  type Metering = { total_usage: number; model_stats: { daily: Record<string, Named> } };
  const { groups } = await get<{ groups: Record<string, Record<string, Metering>> }>("/dashboard/users-usage-stats");
  const metering = await get<{ metering: Metering }>(`/users/metering/${encodeURIComponent(user.email)}`);
  for (const one of [groups["FREE"]?.[user.email], metering.metering]) {
    expect(one?.total_usage).toBe(ALL);
    const models = Object.entries(one?.model_stats.daily[today] ?? {});
    expect(models).toHaveLength(LARGEST + 1);
    expect(
      sumOf(
        models.map(([, row]) => row),
        ({ points }: { points: number }) => points,
      ),
    ).toBe(ALL);
    expect(models.find(([name]) => name === "others")?.[1]).toMatchObject({ points: REST, prompt_tokens: 2 * REST });
  }
});

test("sorted charts, stats of an hour and series of charts end with others, once (A3)", async () => {
  const { models } = await get<{ models: string }>("/dashboard/charts-sorted");
  const sorted = JSON.parse(models) as [string, number][];
  expectList(
    sorted.map(([name, calls]) => [name, { calls }]),
    ({ calls }: { calls: number }) => calls,
  );
  const few = JSON.parse((await get<{ models: string }>("/dashboard/charts-sorted?limit=2")).models) as unknown[];
  expect(few).toEqual([
    [`model-${MODELS - 1}`, MODELS],
    [`model-${MODELS - 2}`, MODELS - 1],
    ["others", ALL - 2 * MODELS + 1],
  ]);

  const { stats } = await get<{ stats: { json: string }[] }>("/dashboard/api-stats");
  const counters = stats.flatMap(({ json }) => Object.entries(JSON.parse(json) as Record<string, number>));
  const hits = counters.filter(([name]) => name.startsWith("stat_m_") && name.endsWith("_hit"));
  expectList(
    hits.map(([name, hit]) => [name.slice("stat_m_".length, -"_hit".length), { hit }]),
    ({ hit }: { hit: number }) => hit,
  );

  const charts = await get<{ models: Record<string, { hit: number[] }> }>("/dashboard/api-charts/86400");
  expectList(Object.entries(charts.models), ({ hit }: { hit: number[] }) => hit.reduce((sum, one) => sum + one, 0));
});
