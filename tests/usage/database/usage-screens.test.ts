import { beforeAll, describe, expect, test } from "vitest";
import { factsOf } from "~/platform/http/request-facts.server";
import { loader as api } from "~/usage/screens/api/route";
import { loader as apistats } from "~/usage/screens/apistats/route";
import { loader as events } from "~/usage/screens/usage-events/route";
import { readCsv } from "../../support/csv";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aVisit, get, type Visit } from "../../accounts/database/screens/visit";

const DAY_MS = 86_400_000;
const now = new Date();
const today = now.toISOString().slice(0, 10);
const compact = (day: string) => day.replaceAll("-", "");
const dayAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
/** Returns a time on a past day, so that times are the same whenever the test runs. */
const at = (time: string) => new Date(`${dayAgo(1)}T${time}Z`);

let staff: Visit;
let ann: TenantInWorld;
let bob: TenantInWorld;

beforeAll(async () => {
  staff = await aVisit({ userId: (await aTenant({ role: "support", dollars: 0 })).userId });
  [ann, bob] = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
  const [byAnn, byBob] = [ann, bob].map(({ userId, tenantId }) => ({ userId, tenantId }));
  await storeEvents(
    [
      { ts: at("10:00:00"), ...byAnn, model: "one", calls: 2, prompt: 100, generated: 20, latencyMs: 500 },
      { ts: at("10:00:00"), ...byAnn, model: "one", kind: "agent", completed: false },
      { ts: at("10:30:59.999"), ...byBob, model: "two", calls: 3, prompt: 7 },
      { ts: at("10:31:00"), ...byBob, model: "two" },
      { ts: new Date(now.getTime() - 60_000), ...byBob, model: "a/<b>_c", calls: 4, latencyMs: 1500 },
      { ts: new Date(now.getTime() - 3 * DAY_MS), ...byBob, model: "two" },
    ] as Parameters<typeof storeEvents>[0],
    { now },
  );
});

describe("60: the day controls of API stats", () => {
  const shown = async (query: string) => await apistats(get(staff, `/dashboard/apistats${query}`));

  test("the first day has no previous one, today has no next one, a bad date shows today", async () => {
    const first = await shown(`?date=${compact(dayAgo(3))}`);
    expect([first.day, first.previous, first.next]).toEqual([
      ...[dayAgo(3), null, `/dashboard/apistats?date=${compact(dayAgo(2))}`],
    ]);
    const between = await shown(`?date=${compact(dayAgo(1))}&model=two`);
    expect([between.previous, between.next]).toEqual([
      `/dashboard/apistats?model=two&date=${compact(dayAgo(2))}`,
      `/dashboard/apistats?model=two&date=${compact(today)}`,
    ]);
    for (const date of ["", compact(today), "20240230", "x", compact(dayAgo(4)), compact(dayAgo(-1)), "\0"]) {
      const page = await shown(`?date=${encodeURIComponent(date)}`);
      expect([date, page.day, page.next]).toEqual([date, today, null]);
      expect(page.previous).toBe(`/dashboard/apistats?date=${compact(dayAgo(1))}`);
    }
  });

  test("a day has its models, users and hours, and their filtered rest", async () => {
    const day = await shown(`?date=${compact(dayAgo(1))}`);
    expect(day.models).toEqual([
      { name: "two", hit: 4, completed: 4 },
      { name: "one", hit: 3, completed: 2 },
    ]);
    expect(day.users).toEqual([
      { name: bob.email, calls: 4, tokens: 7 },
      { name: ann.email, calls: 3, tokens: 120 },
    ]);
    expect(day.otherUsers).toEqual({ calls: 0, tokens: 0 });
    expect(day.hours).toEqual([{ ts: at("10:00:00").getTime() / 1000, hit: 7, completed: 6, tokens: 127 }]);
    const ofAnn = await shown(`?date=${compact(dayAgo(1))}&user=${ann.email}`);
    expect([ofAnn.models, ofAnn.users]).toEqual([
      [{ name: "one", hit: 3, completed: 2 }],
      [{ name: ann.email, calls: 3, tokens: 120 }],
    ]);
    const ofNobody = await shown(`?user=nobody@test.example`);
    expect([ofNobody.models, ofNobody.problems]).toEqual([[], { user: "No user with this email." }]);
  });
});

describe("API charts", () => {
  const shown = async (query: string) => await api(get(staff, `/dashboard/api${query}`));

  test("the newest minutes are live, except for a user or another range", async () => {
    const page = await shown("");
    expect([page.range, page.live, Object.keys(page.charts.models)]).toEqual([60, true, ["a/<b>_c"]]);
    expect(page.percentiles["a/<b>_c"]?.p50).toBeCloseTo(1.5, 0);
    expect((await shown(`?user=${bob.email}`)).live).toBe(false);
    expect((await shown("?range=3600")).live).toBe(false);
    expect((await shown("?range=59")).range).toBe(60);
  });

  test("models are in the order of their calls of 30 days, a page draws ten; percentiles by point only for a single one", async () => {
    const year = await shown("?range=2592000");
    expect(year.models.map(({ name, hit }) => [name, hit])).toEqual([
      ["two", 5],
      ["a/<b>_c", 4],
      ["one", 3],
    ]);
    expect(year.percentilePoints).toBeNull();
    const one = await shown("?range=86400&model=one");
    expect([Object.keys(one.charts.models), one.percentilePoints?.length]).toEqual([["one"], 60]);
    expect(one.percentilePoints?.[58]?.p99).toBeCloseTo(0.5, 1);
    const ofBob = await shown(`?range=86400&user=${bob.email}`);
    expect([ofBob.byUser, Object.keys(ofBob.charts.users)]).toEqual([true, [bob.email]]);
  });
});

describe("Raw events", () => {
  const day = dayAgo(1);
  const shown = async (query: string) => await events(get(staff, `/dashboard/usage/events?day=${day}${query}`));
  const names = async (query: string) => (await shown(query)).rows.map(({ model, calls }) => `${model} ${calls}`);

  test("a day's events, newest first, by time, model, user, kind and whether they were completed", async () => {
    expect(await names("")).toEqual(["two 1", "two 3", "one 1", "one 2"]);
    expect(await names("&from=10:30&to=10:30")).toEqual(["two 3"]);
    expect(await names(`&user=${ann.email}`)).toEqual(["one 1", "one 2"]);
    expect(await names("&model=two&from=10:31")).toEqual(["two 1"]);
    expect(await names("&kind=agent")).toEqual(["one 1"]);
    expect(await names("&failed=1")).toEqual(["one 1"]);
    expect(await names("&user=nobody@test.example")).toEqual([]);
    const [row] = (await shown("&failed=1")).rows;
    expect(row).toMatchObject({ user: ann.email, completed: false, priceModel: null, unpriced: false });
  });

  test("pages continue where the one before ended, even amid events of one ms; the file has all", async () => {
    const ts = at("12:00:00");
    const { userId, tenantId } = ann;
    await storeEvents(
      Array.from({ length: 120 }, (_, place) => ({ ts, userId, tenantId, model: "many", calls: place + 1 })),
      { now },
    );
    const seen: number[] = [];
    let older: string | null = null;
    for (let page = 1; page === 1 || older; page += 1) {
      const answer = await shown(`&model=many${older ? `&before=${older}` : ""}`);
      seen.push(...answer.rows.map(({ calls }) => calls));
      expect(answer.paged).toBe(page > 1);
      older = answer.older;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, place) => 120 - place));
    const args = get(staff, `/dashboard/usage/events?day=${day}&model=many&format=csv`);
    await events(args).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(Response));
    const file = readCsv((await factsOf(args).file?.text()) ?? "");
    expect(file.map((row) => Number(row["Calls"]))).toEqual(seen);
  });
});
