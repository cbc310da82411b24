import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { takeMoney } from "~/money/take-money.server";
import { centsToUnits } from "~/money/units";
import { redeemCode } from "~/payments/inside/marketing/redeem-code.server";
import { FROM_THE_NEXT, PRO_ALREADY } from "~/payments/inside/marketing/grant-benefit.server";
import { M } from "~/messages";
import { aTenant, theCatalogue } from "../../../support/world";
import { aCode, moneyOf, outcome, statusOf } from "./codes";

const SOON = new Date(Date.now() + 60_000);
const AGO = new Date(Date.now() - 60_000);

beforeAll(async () => await theCatalogue());

async function usesOf(code: string) {
  const [row] = await db.query<{ times: number; rows: bigint; credits: bigint }>(
    `select times_redeemed as times, (select count(*) from promo_redemption r where r.code = p.code) as rows,
       (select count(*) from ledger_transaction t where t.key like 'code:' || p.code || ':%') as credits
     from promo_code p where code = $1`,
    [code],
  );
  return row && { times: row.times, rows: Number(row.rows), credits: Number(row.credits) };
}

describe("44: a code", () => {
  test("is redeemed once, in any spelling; then M53", async () => {
    const tenant = await aTenant({ dollars: 0 });
    const { tenantId, userId } = tenant;
    await aCode({ code: "WELCOME10" });
    const done = await redeemCode({ tenantId, userId, code: " welcome10 ", now: new Date() });
    expect(done).toEqual({
      message: "Code applied: $10.00 added to your balance.",
      benefit: "balance_credit",
      cents: 1000n,
    });
    expect(await outcome(tenant, "Welcome10")).toBe(M.codeAlreadyUsed);
    expect((await moneyOf(tenantId)).balance).toBe(1000n);
    expect(await usesOf("WELCOME10")).toEqual({ times: 1, rows: 1, credits: 1 });
    const told = await db.query(`select retcode, human_readable_message, url from notification where tenant_id = $1`, [
      tenantId,
    ]);
    expect(told).toEqual([{ retcode: "OK", human_readable_message: done.message, url: "/billing" }]);
  });

  test.each([
    ["", M.codeRequired],
    ["   ", M.codeRequired],
    ["NO-SUCH-CODE", M.unknownCode],
    ["AB", M.unknownCode],
    ["x".repeat(33), M.unknownCode],
    ["WELCOME 10", M.unknownCode],
    ["' or 1=1 --", M.unknownCode],
    ["ENDED", M.codeExpired],
    ["STOPPED", M.codeExpired],
    ["FULL", M.codeUsedUp],
    ["LATER", "OK"],
  ])("'%s' answers %s", async (code, message) => {
    await aCode({ code: "ENDED", expiresAt: AGO }).catch(() => null);
    await aCode({ code: "STOPPED", disabledAt: AGO }).catch(() => null);
    await aCode({ code: "LATER", expiresAt: SOON, max: 1 }).catch(() => null);
    await aCode({ code: "FULL", max: 1 }).catch(() => null);
    await db.query(`update promo_code set times_redeemed = 1 where code = 'FULL'`);
    const tenant = await aTenant({ dollars: 0 });
    expect(await outcome(tenant, code)).toBe(message);
    if (message !== "OK") expect((await moneyOf(tenant.tenantId)).balance).toBe(0n);
  });

  test("that has ended since still reports to its user that it was used", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await aCode({ code: "BRIEF", expiresAt: SOON });
    expect(await outcome(tenant, "BRIEF")).toBe("OK");
    expect(await outcome(tenant, "BRIEF", new Date(SOON.getTime() + 1))).toBe(M.codeAlreadyUsed);
  });

  test("pays debt first", async () => {
    const { tenantId, userId } = await aTenant({ dollars: 0 });
    const debit = { tenantId, units: centsToUnits(400n), to: "adjustment", kind: "adjustment" } as const;
    await transaction((tx) => takeMoney(tx, { ...debit, key: "debt", description: "x", now: new Date() }));
    await aCode({ code: "DEBT" });
    await redeemCode({ tenantId, userId, code: "DEBT", now: new Date() });
    expect(await moneyOf(tenantId)).toEqual({ balance: 600n, owed: 0n });
  });
});

describe("The uses of a code", () => {
  test("are limited exactly, when 20 tenants try 80 times at once", async () => {
    await aCode({ code: "TEN", max: 10 });
    const tenants = await Promise.all(Array.from({ length: 20 }, () => aTenant({ dollars: 0 })));
    const tries = Array.from({ length: 80 }, (_, index) => tenants[index % 20] ?? tenants[0]).filter((one) => !!one);
    const outcomes = await Promise.all(tries.map((tenant) => outcome(tenant, "TEN")));
    expect(outcomes.filter((one) => one === "OK")).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(["OK", M.codeAlreadyUsed, M.codeUsedUp]));
    expect(await usesOf("TEN")).toEqual({ times: 10, rows: 10, credits: 10 });
    const balances = await Promise.all(tenants.map(async ({ tenantId }) => (await moneyOf(tenantId)).balance));
    expect(balances.filter((cents) => cents === 1000n)).toHaveLength(10);
    expect(balances.filter((cents) => cents === 0n)).toHaveLength(10);
    expect(await checkLedger()).toMatchObject({ imbalanceUnits: 0n, wrongBalances: 0 });
  });

  test("are not more than that by any statement", async () => {
    await aCode({ code: "TWO", max: 2 });
    await expect(db.query(`update promo_code set times_redeemed = 3 where code = 'TWO'`)).rejects.toThrow(
      "promo_code_not_over_used",
    );
    await expect(aCode({ code: "lower" })).rejects.toThrow("promo_code_upper_case");
  });

  test("leave nothing when a later step fails", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await aCode({ code: "CUT" });
    await db.query(`create function fail_cut() returns trigger language plpgsql as
      $$ begin if new.cause like 'code:CUT:%' then raise exception 'cut off'; end if; return new; end $$`);
    await db.query(`create trigger fail_cut before insert on notification for each row execute function fail_cut()`);
    await expect(outcome(tenant, "CUT")).rejects.toThrow("cut off");
    expect(await usesOf("CUT")).toEqual({ times: 0, rows: 0, credits: 0 });
    expect((await moneyOf(tenant.tenantId)).balance).toBe(0n);
    await db.query(`drop trigger fail_cut on notification`);
    expect(await outcome(tenant, "CUT")).toBe("OK");
  });
});

describe("The benefit", () => {
  test("of a trial code is PRO for its days, once per user", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await aCode({ code: "TRY14", kind: "trial_days", value: 14 });
    await aCode({ code: "TRY30", kind: "trial_days", value: 30 });
    const now = new Date("2026-03-01T10:00:00Z");
    expect(await outcome(tenant, "TRY14", now)).toBe("OK");
    expect(await statusOf(tenant.userId)).toBe("trial");
    const [trial] = await db.query(`select trial_start, trial_end, code from trial where user_id = $1`, [
      tenant.userId,
    ]);
    expect(trial).toEqual({ trial_start: now, trial_end: new Date("2026-03-15T10:00:00Z"), code: "TRY14" });
    expect(await outcome(tenant, "TRY30", now)).toBe(M.codeAlreadyUsed);
    expect(await usesOf("TRY30")).toMatchObject({ times: 0, rows: 0 });
  });

  test("of a trial code is kept for later by a PRO user", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await db.query(`update user_account set codify_subscription_status = 'active' where id = $1`, [tenant.userId]);
    await aCode({ code: "TRY7", kind: "trial_days", value: 7 });
    expect(await outcome(tenant, "TRY7")).toBe(PRO_ALREADY);
    await db.query(`update user_account set codify_subscription_status = 'canceled' where id = $1`, [tenant.userId]);
    expect(await outcome(tenant, "TRY7")).toBe("OK");
  });

  test("of a percentage waits for the subscription", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await aCode({ code: "LAUNCH25", kind: "percent_off", value: 25, duration: "3 months" });
    expect(await outcome(tenant, "LAUNCH25")).toBe("OK");
    const rows = await db.query(
      `select code, percent, duration, used from subscription_discount where tenant_id = $1`,
      [tenant.tenantId],
    );
    expect(rows).toEqual([{ code: "LAUNCH25", percent: 25, duration: "3 months", used: false }]);
    expect(await statusOf(tenant.userId)).toBe("none");
    expect((await moneyOf(tenant.tenantId)).balance).toBe(0n);
  });

  test("of a percentage is kept while a subscription already runs without it", async () => {
    const { tenantId, userId } = await aTenant({ dollars: 0 });
    await db.query(`update user_account set codify_subscription_status = 'active' where id = $1`, [userId]);
    await aCode({ code: "LATE10", kind: "percent_off", value: 10 });
    const { message } = await redeemCode({ tenantId, userId, code: "LATE10", now: new Date() });
    expect(message).toBe(`Code applied: 10% off your subscription, once. ${FROM_THE_NEXT}`);
  });
});
