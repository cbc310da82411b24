import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { asUnits } from "~/money/units";
import { type Days, startOf } from "~/platform/day-range";
import { removeUnverified } from "~/accounts/remove-unverified.server";
import { readFunnel } from "~/payments/inside/marketing/read-funnel.server";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { sumSources } from "~/payments/inside/marketing/sum-sources.server";
import { SUBSCRIPTION_STATUSES, isPro } from "~/payments/subscription-states";
import { theCatalogue } from "../../../support/world";
import { askForTask, aSignUp, become, confirm, storeKey, topUp, wrongSums } from "./sign-ups";

const DAY_S = 86_400;
/** The ledger cannot be emptied, so each test has its own year. */
let year = 2000;
let JANUARY: Days;
let YEAR: Days;
const on = (time: string) => `${year}-${time}`;
const firstOf = (days: Days) => startOf(days.start).getTime() / 1000;

beforeAll(theCatalogue);
beforeEach(() => {
  year += 2;
  JANUARY = { start: on("01-01"), end: on("01-31") };
  YEAR = { start: `${year - 1}-01-01`, end: on("12-31") };
});

describe("Registrations by source", () => {
  test("count customers, both days included, by their present plan; a source without any is 0", async () => {
    await aSignUp({ at: `${year - 1}-12-31T23:59:59Z` });
    const first = await aSignUp({ at: on("01-01T00:00:00Z") });
    await aSignUp({ at: on("01-31T23:59:59Z"), source: "reddit" });
    await aSignUp({ at: on("02-01T00:00:00Z") });
    await aSignUp({ at: on("01-15T00:00:00Z"), role: "support" });
    await become(first, "trial", on("03-01T00:00:00Z"));
    const { statistics, totals, timestamp_data } = await readSources({ days: JANUARY });
    expect(statistics.PRO).toMatchObject({ search: 1, reddit: 0, unknown: 0 });
    expect(statistics.FREE).toMatchObject({ search: 0, reddit: 1 });
    expect(Object.keys(statistics.FREE)).toHaveLength(13);
    expect(totals).toEqual({ PRO: 1, FREE: 1 });
    expect(timestamp_data).toEqual({
      first_ts: firstOf(JANUARY),
      last_ts: firstOf(JANUARY) + 31 * DAY_S - 1,
    });
    expect((await readSources({ days: YEAR })).totals).toEqual({ PRO: 1, FREE: 3 });
    expect((await readSources({ days: null })).totals.FREE).toBeGreaterThanOrEqual(3);
    expect(await readSources({ days: { start: "1990-01-01", end: "1990-01-02" } })).toMatchObject({
      totals: { PRO: 0, FREE: 0 },
      timestamp_data: { first_ts: 0, last_ts: 0 },
    });
  });

  test("follow the role, and the plan through each of its statuses", async () => {
    const one = await aSignUp({ at: on("01-05T00:00:00Z") });
    await db.query(`update user_account set role = 'operator' where id = $1`, [one.userId]);
    expect((await readSources({ days: YEAR })).totals).toEqual({ PRO: 0, FREE: 0 });
    await db.query(`update user_account set role = 'customer' where id = $1`, [one.userId]);
    for (const status of SUBSCRIPTION_STATUSES) {
      await db.query(`update user_account set codify_subscription_status = $2 where id = $1`, [one.userId, status]);
      const pro = isPro(status);
      expect((await readSources({ days: YEAR })).totals).toEqual({ PRO: pro ? 1 : 0, FREE: pro ? 0 : 1 });
    }
    expect(await wrongSums()).toEqual([]);
  });

  test("list the 200 most frequent texts of 'other'; the rest is one row", async () => {
    for (const text of ["podcast", "podcast", "<b>a friend</b>"])
      await aSignUp({ at: on("01-05T00:00:00Z"), source: "other", text });
    await db.query(
      `with tenants as (
         insert into tenant (tenant_name) select 'other-' || n from generate_series(1, 205) n returning id, tenant_name)
       insert into user_account (tenant_id, name, email, source, source_text, created_at)
       select id, 'x', tenant_name || '@test.example', 'other', 'text ' || tenant_name, $1 from tenants`,
      [new Date(on("01-06T00:00:00Z"))],
    );
    const { other_sources: listed } = await readSources({ days: JANUARY });
    expect(listed).toHaveLength(201);
    expect(listed[0]).toEqual({ id: 1, source_text: "podcast", count: 2 });
    expect(listed[1]).toEqual({ id: 2, source_text: "<b>a friend</b>", count: 1 });
    expect(listed[200]).toEqual({ id: 201, source_text: "Other", count: 7 });
  });
});

describe("Results of registrations", () => {
  test("are kept as they happen: payers, amounts, and users who took each step with all before it", async () => {
    const far = await aSignUp({ at: on("01-10T00:00:00Z") });
    await confirm(far, on("01-11T00:00:00Z"));
    await storeKey(far, on("01-11T12:00:00Z"));
    // Money before the first task: this step takes no time.
    await topUp(far, on("01-12T00:00:00Z"), 50);
    await askForTask(far, on("01-14T12:00:00Z"));
    await askForTask(far, on("01-20T00:00:00Z"));
    await topUp(far, on("01-24T12:00:00Z"), 25);
    await topUp(far, on("01-30T00:00:00Z"), 1);
    const near = await aSignUp({ at: on("01-10T00:00:00Z") });
    await confirm(near, on("01-13T00:00:00Z"));
    // A payer without a key or a task.
    await topUp(near, on("01-14T00:00:00Z"), 10);
    await aSignUp({ at: on("01-10T00:00:00Z"), source: "email" });
    const { PRO, FREE } = await sumSources(JANUARY);
    expect(PRO.size).toBe(0);
    expect(FREE.get("search")).toEqual({ users: 2, paying: 2, paidUnits: asUnits(86n * 360_000n) });
    const { steps, removed, sample } = await readFunnel({ days: JANUARY });
    expect(steps).toEqual([
      { step: "registered", users: 3, medianSeconds: null },
      { step: "confirmed", users: 2, medianSeconds: 2 * DAY_S },
      { step: "key", users: 1, medianSeconds: 0.5 * DAY_S },
      { step: "task", users: 1, medianSeconds: 3 * DAY_S },
      { step: "topup", users: 1, medianSeconds: 0 },
      { step: "second_topup", users: 1, medianSeconds: 10 * DAY_S },
    ]);
    expect({ removed, sample }).toEqual({ removed: 0, sample: null });
    expect(await wrongSums()).toEqual([]);
  });

  test("include a user who was removed unconfirmed among the registered only", async () => {
    await aSignUp({ at: on("01-10T00:00:00Z") });
    const kept = await aSignUp({ at: on("01-10T00:00:00Z") });
    await confirm(kept, on("01-10T00:00:00Z"));
    await removeUnverified({ now: new Date(on("03-01T00:00:00Z")) });
    expect((await readSources({ days: JANUARY })).totals).toEqual({ PRO: 0, FREE: 1 });
    const { steps, removed } = await readFunnel({ days: JANUARY });
    expect(steps.slice(0, 2).map(({ users }) => users)).toEqual([2, 1]);
    expect(removed).toBe(1);
    expect(await wrongSums()).toEqual([]);
  });

  test("count many concurrent changes", async () => {
    const many = [];
    for (let one = 0; one < 12; one += 1) many.push(await aSignUp({ at: on("01-10T00:00:00Z") }));
    await Promise.all(
      many.flatMap((one) => [
        confirm(one, on("01-11T00:00:00Z")),
        topUp(one, on("01-12T00:00:00Z")),
        topUp(one, on("01-13T00:00:00Z")),
        become(one, "active", on("01-12T00:00:00Z")),
      ]),
    );
    expect((await sumSources(JANUARY)).PRO.get("search")).toMatchObject({ users: 12, paying: 12 });
    expect(await wrongSums()).toEqual([]);
  });
});
