import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { dayOf, daysBack } from "~/platform/day-range";
import { findFiltered } from "~/usage/inside/figures/find-filtered.server";
import { listModelSums, totalOf } from "~/usage/inside/sums/model-sums.server";
import { ANOMALY_RULE, anomalyHour, listAnomalies } from "~/usage/inside/figures/read-anomalies.server";
import { readLatencies } from "~/usage/inside/figures/read-latencies.server";
import { countChatUsers, readModelPeriod } from "~/usage/inside/figures/read-model-period.server";
import { coinsOf, readUsersTotals, readUsersUsage } from "~/usage/inside/figures/read-users-usage.server";
import { loader as metering } from "~/usage/screens/metering/route";
import { loader as models } from "~/usage/screens/models/route";
import { loader as userMetering } from "~/usage/screens/user-metering/route";
import { loader as userMeteringSearch } from "~/usage/screens/user-metering-search/route";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { type StoredEvent, storeEvents } from "../../support/usage-events";
import { type Staff, theStaff } from "../../platform/database/screens/staff";
import { get, thrownBy } from "../../accounts/database/screens/visit";

const DAY_MS = 86_400_000;
const now = new Date();
const today = dayOf(now);
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
let staff: Staff;
let people: TenantInWorld[];

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  people = [];
  for (let count = 0; count < 6; count += 1) people.push(await aTenant());
  const kinds = ["chat", "agent", "completion"] as const;
  const events: StoredEvent[] = people.flatMap((person, at) =>
    Array.from({ length: 4 }, (_, day) => ({
      ...{ ...person, ts: ago(day), kind: kinds[(at + day) % 3], model: `model-${at % 2}`, completed: at !== 0 },
      ...{
        coins: 10 ** at,
        prompt: 100,
        generated: 10,
        cacheRead: 50,
        cacheCreation: 5,
        calls: 2,
        latencyMs: 100 * (at + 1),
      },
    })),
  );
  await storeEvents(events, { now });
  await storeEvents([{ ...(people[5] as TenantInWorld), ts: now, kind: "chat", model: "model-1" }], { now });
});

describe("Sums of usage", () => {
  test("users of a day are counted once per kind, whatever their models", async () => {
    const counted = await db.query(
      `select to_char(day, 'YYYY-MM-DD') as day, chat_users, agent_users from usage_day_users order by 1`,
    );
    const distinct = await db.query(
      `select to_char(ts at time zone 'UTC', 'YYYY-MM-DD') as day,
         count(distinct user_id) filter (where kind = 'chat')::int as chat_users,
         count(distinct user_id) filter (where kind = 'agent')::int as agent_users
       from usage_event group by 1 order by 1`,
    );
    expect(counted).toEqual(distinct);
    const filtered = await findFiltered({ model: "model-1", user: "", workspace: "" });
    const [{ users } = { users: -1 }] = await db.query<{ users: number }>(
      `select count(distinct user_id)::int as users from usage_event e join usage_model m on m.id = e.model_id
       where m.name = 'model-1' and kind = 'chat' and ts >= date_trunc('day', $1::timestamptz, 'UTC')`,
      [now],
    );
    expect(await countChatUsers({ day: today, filtered })).toBe(users);
  });

  test.each([1, 3, 6, 200])("the %i largest users and the others add up to all (A3)", async (limit) => {
    const days = daysBack(30, now);
    const whole = totalOf(await listModelSums({ grain: "day", days }));
    const users = await readUsersUsage({ days, now, limit });
    expect(users.reduce((sum, { sums }) => sum + coinsOf(sums), 0)).toBe(whole.coins);
    expect(users.filter(({ group }) => group !== "others")).toHaveLength(Math.min(limit, 6));
    const totals = await readUsersTotals({ days, now, limit });
    expect(totals.map(({ user, coins }) => [user, coins])).toEqual(
      users.map(({ user, sums }) => [user, coinsOf(sums)]),
    );
    expect(totals.reduce((sum, { prompt }) => sum + prompt, 0)).toBe(whole.prompt);
  });

  test("a month to date is the sum of its days, also for a past day", async () => {
    for (const day of [today, dayOf(ago(1))]) {
      const month = await readModelPeriod({ period: "month", day, now });
      const days = await listModelSums({ grain: "day", days: month.days });
      expect(totalOf(month.models)).toEqual(totalOf(days));
    }
  });

  test("latencies of a model equal those of its events, within 5%", async () => {
    const days = daysBack(30, now);
    const latency = (await readLatencies({ days, modelId: null })).get("model-0");
    // Users 0, 2 and 4: 100, 300 and 500 ms, four events each.
    expect(latency?.p50).toBeGreaterThan(285);
    expect(latency?.p50).toBeLessThan(315);
    expect(latency?.p99).toBeGreaterThan(475);
    expect(latency?.p99).toBeLessThan(525);
    expect(await readLatencies({ days: { start: "2020-01-15", end: "2020-03-02" }, modelId: null })).toEqual(new Map());
  });

  test("an hour with five times the usual load is found, by its rule", async () => {
    const person = await aTenant();
    const steady = await aTenant();
    const hour = anomalyHour(now).getTime() + 60_000;
    const usual = (who: TenantInWorld, calls: number) =>
      Array.from({ length: 14 }, (_, day) => ({
        ...who,
        ts: new Date(hour - (day + 1) * DAY_MS),
        calls,
        model: who.tenantName,
      }));
    // Events arrive within seven days: the older ones arrived then.
    for (const event of [...usual(person, 10), ...usual(steady, 20)]) await storeEvents([event], { now: event.ts });
    const last = [
      { ...person, ts: new Date(hour), calls: 60, model: person.tenantName },
      { ...steady, ts: new Date(hour), calls: 100, model: steady.tenantName },
    ];
    await storeEvents(last, { now });
    const found = (await listAnomalies({ now })).filter(({ calls }) => calls >= 50);
    expect(found).toEqual([
      { what: "model", name: person.tenantName, calls: 60, usual: 10 },
      { what: "user", name: person.email, calls: 60, usual: 10 },
    ]);
    expect(ANOMALY_RULE).toContain("5 times the median of the same hour of the 14 days before, and at least 50 calls");
  });
});

describe("Screens of usage", () => {
  test("models: a filter of the address applies to all its parts, an unknown name is reported", async () => {
    const [person] = people as [TenantInWorld];
    const shown = await models(
      get(staff.support, `/dashboard/models?user=${encodeURIComponent(person.email)}&range=7`),
    );
    expect(shown.shown?.total).toMatchObject({ coins: 4, calls: 8, failed: 4 });
    expect(shown.coins).toHaveLength(7);
    expect(shown.coins?.every(({ income }) => income === null)).toBe(true);
    expect(shown.messages).toEqual({ open: false, written: null });
    const unknown = await models(get(staff.support, "/dashboard/models?model=nothing&workspace=nowhere"));
    expect(Object.keys(unknown.problems)).toEqual(["model", "workspace"]);
    expect(unknown.shown?.models).toEqual([]);
  });

  test("models: messages are read once they are opened", async () => {
    const { messages } = await models(get(staff.support, "/dashboard/models?messages=1"));
    expect(messages.written?.free.users.length).toBeGreaterThan(0);
    expect(messages.written?.pro).toEqual({ users: [], count: 0, requests: 0 });
  });

  test("models: days beyond a year are cut, and the screen shows that", async () => {
    const { days, cut } = await models(get(staff.support, "/dashboard/models?start_date=2000-01-01"));
    expect(cut).toBe(true);
    expect(days.end).toBe(today);
  });

  test("metering: users are found by part of an email only", async () => {
    const [person] = people as [TenantInWorld];
    const found = await metering(get(staff.support, `/dashboard/metering?q=${person.email.slice(0, 12)}`));
    const users = (found.groups ?? []).flatMap(({ rows }) => rows.map(({ user }) => user));
    expect(users).toContain(person.email);
    expect(users.every((user) => user.startsWith(person.email.slice(0, 12)))).toBe(true);
    expect((await metering(get(staff.support, "/dashboard/metering?q=nobody-at-all"))).groups).toEqual([]);
  });

  test("user-metering: by email or tenant, 7, 30 or 90 days; an unknown user is 404, and the form shows it", async () => {
    const [person] = people as [TenantInWorld];
    const open = async (user: string, query = "") =>
      await userMetering(get(staff.support, `/dashboard/user-metering/x${query}`, { user }));
    expect(await open(person.email)).toMatchObject({ user: person.email, count: 30, coins: 4 });
    expect(await open(person.tenantName, "?days=7")).toMatchObject({
      user: person.email,
      count: 7,
      each: { length: 7 },
    });
    expect((await thrownBy(open("nobody"))).status).toBe(404);
    const asked = (user: string) => userMeteringSearch(get(staff.support, `/dashboard/user-metering?user=${user}`));
    expect((await thrownBy(asked(person.tenantName))).headers.get("Location")).toBe(
      `/dashboard/user-metering/${encodeURIComponent(person.email)}`,
    );
    expect(await asked("nobody")).toMatchObject({ problem: "No user with this email." });
  });
});
