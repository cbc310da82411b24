import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { checkLedger } from "~/money/check-ledger.server";
import { postTransactions } from "~/money/ledger.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, credit } from "../../../support/world";
import { accountsOf, START } from "./running-task";

const dollars = (amount: bigint) => asUnits(amount * UNITS_PER_DOLLAR);

describe("the ledger (B5)", () => {
  let tenantId: number;
  const topUp = (units = dollars(50n), key = `topup:${tenantId}`) =>
    transaction((tx) =>
      addCredit(tx, {
        tenantId,
        units,
        from: "provider",
        kind: "topup",
        key,
        description: "Top-up",
        now: START,
      }),
    );
  const refundAtProvider = (units = dollars(50n), key = `refund:${tenantId}`) =>
    transaction((tx) =>
      takeMoney(tx, {
        tenantId,
        units,
        to: "provider",
        kind: "chargeback",
        key,
        description: "Dispute",
        now: START,
      }),
    );

  beforeEach(async () => {
    ({ tenantId } = await aTenant({ dollars: 0 }));
  });

  test("a key is posted once, even by 20 concurrent calls", async () => {
    const posted = await Promise.all(Array.from({ length: 20 }, () => topUp()));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect((await accountsOf(tenantId)).customer).toBe(dollars(50n));
  });

  test("a repeated key with other content is a fault and changes nothing", async () => {
    await topUp();
    await expect(topUp(dollars(51n))).rejects.toThrow("other content");
    expect((await accountsOf(tenantId)).customer).toBe(dollars(50n));
  });

  test("the amount beyond the balance is owed, and the next credit pays it first", async () => {
    await topUp(dollars(8n));
    await Promise.all(Array.from({ length: 10 }, () => refundAtProvider()));
    expect(await accountsOf(tenantId)).toEqual({ customer: 0n, owed: -dollars(42n) });
    // The same posting is recognised although it would now be split differently.
    expect(await refundAtProvider()).toBe(false);
    await topUp(dollars(50n), `topup:${tenantId}:2`);
    expect(await accountsOf(tenantId)).toEqual({ customer: dollars(8n), owed: 0n });
    expect(await topUp(dollars(50n), `topup:${tenantId}:2`)).toBe(false);
  });

  test("the database keeps a customer's account at 0 or above", async () => {
    await topUp(dollars(1n));
    const tooMuch = transaction((tx) =>
      postTransactions(tx, [
        {
          key: `too-much:${tenantId}`,
          kind: "adjustment",
          tenantId,
          description: "",
          at: START,
          entries: [
            { account: "customer", units: asUnits(-dollars(1n) - 1n) },
            { account: "revenue", units: asUnits(dollars(1n) + 1n) },
          ],
        },
      ]),
    );
    await expect(tooMuch).rejects.toMatchObject({ constraint: "ledger_customer_not_below_zero" });
  });

  test("an unbalanced transaction is refused", async () => {
    const unbalanced = transaction((tx) =>
      postTransactions(tx, [
        {
          key: `unbalanced:${tenantId}`,
          kind: "adjustment",
          tenantId,
          description: "",
          at: START,
          entries: [
            { account: "customer", units: asUnits(2n) },
            { account: "promo", units: asUnits(-1n) },
          ],
        },
      ]),
    );
    await expect(unbalanced).rejects.toMatchObject({ constraint: "ledger_sums_to_zero" });
  });

  test.each(["transaction_id", "account_id"])("an entry whose %s is missing is refused", async (column) => {
    await topUp();
    const orphans = db.query(
      `with posted as (
         insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, at)
         values ('orphans:' || $1::int, '', 'adjustment', 'usd', $1, $2) returning id)
       insert into ledger_entry (transaction_id, account_id, units)
       select case $3 when 'transaction_id' then -1 else posted.id end, case $3 when 'account_id' then -1 else account.id end, units
       from posted, (values (1), (-1)) sides(units), ledger_account account
       where account.tenant_id is null and account.kind = 'promo'`,
      [tenantId, START, column],
    );
    await expect(orphans).rejects.toMatchObject({ constraint: "ledger_entry_complete" });
  });

  test("an account with entries, or of the house, is not deleted; one without entries is", async () => {
    await topUp();
    for (const account of [`kind = 'customer' and tenant_id = ${tenantId}`, `kind = 'promo' and tenant_id is null`]) {
      await expect(db.query(`delete from ledger_account where ${account}`)).rejects.toMatchObject({
        constraint: "ledger_account_has_entries",
      });
    }
    await db.query(`delete from ledger_account where kind = 'owed' and tenant_id = $1`, [tenantId]);
    expect((await accountsOf(tenantId)).owed).toBeNull();
  });

  test("an account that is deleted while it is posted to stays", async () => {
    const { deleted } = await transaction(async (tx) => {
      await addCredit(tx, {
        tenantId,
        units: dollars(1n),
        from: "provider",
        kind: "topup",
        key: `topup:${tenantId}`,
        description: "Top-up",
        now: START,
      });
      return {
        deleted: db
          .query(`delete from ledger_account where kind = 'customer' and tenant_id = $1`, [tenantId])
          .catch(String),
      };
    });
    expect(await deleted).toContain("has entries");
    expect((await accountsOf(tenantId)).customer).toBe(dollars(1n));
  });

  test.each([
    "update ledger_entry set units = units + 1",
    "delete from ledger_entry",
    "truncate ledger_entry cascade",
    "update ledger_transaction set description = ''",
    "delete from ledger_transaction",
    "update task_charge set units = 1",
    "delete from task_charge",
  ])("is append-only: %s", async (statement) => {
    await credit({ tenantId, dollars: 1 });
    await expect(db.query(statement)).rejects.toThrow("append-only");
  });

  test("each posting appears in the balance event", async () => {
    await topUp();
    await topUp();
    const outbox = await db.query(
      `select from outbox where entity = 'balance' and key = (select tenant_name from tenant where id = $1)`,
      [tenantId],
    );
    expect(outbox).toHaveLength(1);
  });

  test("the check finds nothing wrong", async () => {
    expect(await checkLedger()).toEqual(IN_BALANCE);
  });
});
