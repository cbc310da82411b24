import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { asUnits } from "~/money/units";
import { countEndingTrials, listEndingTrials } from "~/payments/inside/marketing/list-ending-trials.server";
import { listPromoDays } from "~/payments/inside/marketing/list-promo-days.server";
import { listRedemptions } from "~/payments/inside/marketing/list-redemptions.server";
import { sumPromos } from "~/payments/inside/marketing/sum-promos.server";
import { loader } from "~/payments/screens/marketing/route";
import { readCsv } from "../../../support/csv";
import { aTenant, theCatalogue } from "../../../support/world";
import { theStaff } from "../../../platform/database/screens/staff";
import { get, thrownBy } from "../../../accounts/database/screens/visit";
import { aCode, outcome } from "./codes";
import { become, topUp } from "./sign-ups";

const MAY = { start: "2026-05-01", end: "2026-05-31" };
const at = (time: string) => new Date(`2026-${time}`);

beforeAll(async () => {
  await theCatalogue();
});

describe("Results of codes", () => {
  test("counts redemptions by day, money as posted, and later top-ups and subscriptions, each once", async () => {
    await aCode({ code: "GIFT", value: 1250 });
    await aCode({ code: "TRY", kind: "trial_days", value: 14 });
    const [one, two, three, early] = await Promise.all([1, 2, 3, 4].map(() => aTenant({ dollars: 0 })));
    if (!one || !two || !three || !early) throw new Error("no tenants");
    // Earlier results do not count for a redemption.
    await topUp(one, "2026-04-01T00:00:00Z");
    expect(await outcome(early, "GIFT", at("04-30T23:59:59Z"))).toBe("OK");
    expect(await outcome(one, "GIFT", at("05-01T00:00:00Z"))).toBe("OK");
    expect(await outcome(two, "GIFT", at("05-31T23:59:59Z"))).toBe("OK");
    expect(await outcome(three, "TRY", at("05-10T00:00:00Z"))).toBe("OK");
    await topUp(two, "2026-06-02T00:00:00Z");
    await topUp(two, "2026-06-03T00:00:00Z");
    await become(three, "active", "2026-06-04T00:00:00Z");
    expect(await sumPromos({ days: MAY })).toEqual([
      {
        ...{ code: "GIFT", name: "GIFT", redeemed: 2, before: 1, givenUnits: asUnits(2n * 1250n * 3600n) },
        ...{ toppedUp: 1, subscribed: 0 },
      },
      { code: "TRY", name: "TRY", redeemed: 1, before: 0, givenUnits: asUnits(0n), toppedUp: 0, subscribed: 1 },
    ]);
    const { by, periods } = await listPromoDays({ days: MAY, codes: ["GIFT"] });
    expect({ by, periods: periods.length }).toEqual({ by: "day", periods: 31 });
    expect(periods.filter(({ redeemed }) => redeemed.size > 0)).toEqual([
      { day: "2026-05-01", redeemed: new Map([["GIFT", 1]]) },
      { day: "2026-05-10", redeemed: new Map([["Other", 1]]) },
      { day: "2026-05-31", redeemed: new Map([["GIFT", 1]]) },
    ]);
    const [latest, first] = await listRedemptions({ code: "GIFT", days: MAY, limit: 25 });
    expect(latest).toMatchObject({ tenantName: two.tenantName, toppedUpAt: at("06-02T00:00:00Z"), subscribedAt: null });
    expect(first).toMatchObject({ tenantName: one.tenantName, toppedUpAt: null });
    expect(await listRedemptions({ code: "GIFT", days: MAY, after: latest, limit: 25 })).toEqual([first]);
  });

  test("over many days is shown by month, including empty months in between", async () => {
    const { by, periods } = await listPromoDays({ days: { start: "0001-01-01", end: "9999-12-31" }, codes: [] });
    expect(by).toBe("month");
    expect(periods.map(({ day }) => day)).toEqual(["2026-04-01", "2026-05-01"]);
    expect(periods[1]?.redeemed.get("Other")).toBe(3);
  });

  test("has its days and code in the address, as do the files", async () => {
    const { support } = await theStaff();
    const query = "?start_date=2026-05-01&end_date=2026-05-31";
    const shown = await loader(get(support, `/dashboard/marketing${query}&code=gift`));
    expect(shown.brought?.rows[0]).toMatchObject({ code: "GIFT", redeemed: 2, given: 25 });
    expect(shown.redemptions).toMatchObject({ code: "GIFT", total: 2, page: 1, pages: 1 });
    expect((await loader(get(support, "/dashboard/marketing?code=no%20code"))).redemptions).toBeNull();
    const listed = async (asked: string) =>
      (await loader(get(support, `/dashboard/marketing${asked}`))).promos.rows.map(({ code }) => code);
    expect(await listed("?q=%20gIf&state=active")).toEqual(["GIFT"]);
    expect(await listed("?state=expired")).toEqual([]);
    expect(await listed("?state=nonsense")).toHaveLength(2);
    expect(await fileOf(`${query}&table=brought`)).toMatchObject([{ Promocode: "GIFT", Redeemed: "2" }, {}]);
    expect(await fileOf(`${query}&table=redemptions&code=GIFT`)).toHaveLength(2);
    expect(await fileOf(`${query}&table=redemptions-over-time`)).toHaveLength(3);
    expect(await fileOf("?table=promos&q=gi")).toMatchObject([{ Promocode: "GIFT", State: "active" }]);
    async function fileOf(asked: string) {
      const args = get(support, `/dashboard/marketing${asked}&format=csv`);
      await thrownBy(loader(args));
      return readCsv((await args.context.facts?.file?.text()) ?? "");
    }
  });
});

describe("Trials that end this week", () => {
  test("of the next 7 days are listed, the next one first, with what keeps their users", async () => {
    const now = at("05-11T00:00:00Z");
    const [soon, later, beyond] = await Promise.all([1, 2, 3].map(() => aTenant({ dollars: 0 })));
    if (!soon || !later || !beyond) throw new Error("no tenants");
    const trial = `insert into trial (user_id, trial_start, trial_end) values ($1, $2, $3)`;
    await db.query(`delete from trial`);
    await db.query(trial, [soon.userId, at("05-01T00:00:00Z"), at("05-11T05:00:00Z")]);
    await db.query(trial, [later.userId, at("05-01T00:00:00Z"), at("05-18T00:00:00Z")]);
    await db.query(trial, [beyond.userId, at("05-01T00:00:00Z"), at("05-18T00:00:01Z")]);
    await topUp(later, "2026-05-05T00:00:00Z");
    await db.query(
      `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, added_at)
       values ('pm_soon', $1, 'visa', '4242', 1, 2030, $2)`,
      [soon.tenantId, now],
    );
    const rows = await listEndingTrials({ now, limit: 25 });
    expect(rows).toMatchObject([
      { userId: soon.userId, daysLeft: 1, card: true, toppedUp: false },
      { userId: later.userId, daysLeft: 7, card: false, toppedUp: true },
    ]);
    expect(await countEndingTrials({ now })).toBe(2);
    expect(await listEndingTrials({ now, after: rows[0] ?? null, limit: 25 })).toHaveLength(1);
  });
});
