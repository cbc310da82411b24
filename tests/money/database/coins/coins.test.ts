import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { asCoins, MONTHLY_COINS } from "~/money/coins";
import { grantDueCoins, grantMonthlyCoins } from "~/payments/grant-coins.server";
import { readCoins } from "~/money/read-coins.server";
import { spendCoins } from "~/money/spend-coins.server";
import { setSubscriptionStatus } from "~/payments/inside/subscription/set-subscription-status.server";
import type { SubscriptionStatus } from "~/payments/subscription-states";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant } from "../../../support/world";

const JANUARY = new Date("2026-01-31T23:59:59Z");
const FEBRUARY = new Date("2026-02-01T00:00:00Z");
const { free, pro } = MONTHLY_COINS;

describe("coins (B17)", () => {
  let tenantId: number;
  const become = (to: SubscriptionStatus, now: Date) =>
    transaction((tx) => setSubscriptionStatus(tx, { of: { tenantId }, to, now }));
  const spend = (coins: bigint, key: string) =>
    transaction((tx) => spendCoins(tx, [{ tenantId, coins: asCoins(coins), key, description: "chat", at: JANUARY }]));

  beforeEach(async () => {
    ({ tenantId } = await aTenant({ dollars: 0 }));
  });

  test("a FREE tenant gets 2000000 a month, once, even from ten concurrent jobs", async () => {
    await Promise.all(Array.from({ length: 10 }, () => grantDueCoins({ now: JANUARY })));
    expect(await readCoins({ tenantId })).toBe(free);
    await grantDueCoins({ now: FEBRUARY });
    expect(await readCoins({ tenantId })).toBe(free * 2n);
    expect(await grantDueCoins({ now: FEBRUARY })).toBe(0);
  });

  test("a user who becomes PRO gets 20000000 at once, and not again in the same month", async () => {
    await grantDueCoins({ now: JANUARY });
    await become("active", JANUARY);
    await become("canceled", JANUARY);
    await become("active", JANUARY);
    expect(await readCoins({ tenantId })).toBe(free + pro);
    await grantDueCoins({ now: FEBRUARY });
    expect(await readCoins({ tenantId })).toBe(free + pro * 2n);
  });

  test("a payment that fails changes nothing: past due is PRO", async () => {
    await become("active", JANUARY);
    await become("past_due", JANUARY);
    expect(await readCoins({ tenantId })).toBe(pro);
  });

  test("usage may exceed the balance, and each usage counts once", async () => {
    const posted = await Promise.all(Array.from({ length: 8 }, () => spend(700n, `u-${tenantId}`)));
    expect(posted.filter((keys) => keys.size === 1)).toHaveLength(1);
    await spend(0n, `nothing-${tenantId}`);
    expect(await readCoins({ tenantId })).toBe(-700n);
    await expect(spend(701n, `u-${tenantId}`)).rejects.toThrow("other content");
  });

  test("a batch over many tenants and its mirror image do not wait for each other", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => aTenant({ dollars: 0 })));
    const batch = (round: number) =>
      others.map((one) => ({
        tenantId: one.tenantId,
        coins: asCoins(5n),
        description: "",
        at: JANUARY,
        key: `batch-${round}-${one.tenantId}`,
      }));
    await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        transaction((tx) => spendCoins(tx, round % 2 ? batch(round) : batch(round).reverse())),
      ),
    );
    for (const one of others) expect(await readCoins({ tenantId: one.tenantId })).toBe(-60n);
  });

  test("an unbalanced transaction is refused by the database", async () => {
    await become("active", JANUARY);
    const unbalanced = db.query(
      `insert into ledger_entry (transaction_id, account_id, units)
       select (select max(id) from ledger_transaction where unit = 'coin'), id, 5
       from ledger_account where kind in ('grant', 'spend')`,
    );
    await expect(unbalanced).rejects.toMatchObject({ constraint: "ledger_sums_to_zero" });
  });

  test("the check finds a balance that was changed by hand", async () => {
    await become("active", JANUARY);
    expect(await checkLedger()).toEqual(IN_BALANCE);
    await db.query(`update ledger_account set balance = balance + 1 where tenant_id = $1 and kind = 'coins'`, [
      tenantId,
    ]);
    expect(await checkLedger()).toEqual({ ...IN_BALANCE, wrongBalances: 1, wrongDays: 1 });
    await db.query(`update ledger_account set balance = balance - 1 where tenant_id = $1 and kind = 'coins'`, [
      tenantId,
    ]);
  });

  test("after any history the coins sum to 0 and the balance is grants less usage", async () => {
    const happening = fc.record({
      what: fc.constantFrom("become", "grant", "spend", "sweep"),
      to: fc.constantFrom<SubscriptionStatus>("active", "trial", "past_due", "canceled", "none"),
      month: fc.integer({ min: 1, max: 3 }),
      key: fc.integer({ min: 0, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 15 }), async (history) => {
        ({ tenantId } = await aTenant({ dollars: 0 }));
        for (const { what, to, month, key } of history) {
          const now = new Date(Date.UTC(2026, month, 3));
          if (what === "become") await become(to, now);
          if (what === "grant") await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: [tenantId], now }));
          if (what === "sweep") await grantDueCoins({ now });
          // The same key means the same usage.
          if (what === "spend") await spend(BigInt(key + 1) * 9_000_000n, `h-${tenantId}-${key}`);
        }
        expect(await checkLedger()).toEqual(IN_BALANCE);
        const [sums] = await db.query<{ granted: bigint; spent: bigint; twice: number }>(SUMS, [tenantId]);
        expect(await readCoins({ tenantId })).toBe((sums?.granted ?? 0n) - (sums?.spent ?? 0n));
        expect(sums?.twice).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

const SUMS = `
  select
    coalesce(sum(abs(units)) filter (where posted.kind = 'grant'), 0)::bigint as granted,
    coalesce(sum(abs(units)) filter (where posted.kind = 'spend'), 0)::bigint as spent,
    (select count(*)::int from (select description from ledger_transaction
       where tenant_id = $1 and kind = 'grant' group by description having count(*) > 1) twice) as twice
  from ledger_transaction posted join ledger_entry on transaction_id = posted.id
  join ledger_account account on account.id = account_id and account.tenant_id = $1 and account.kind = 'coins'`;
