import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { mergeLedgerHours, sumAccounts } from "~/money/ledger-hours.server";
import { listBillingEvents } from "~/money/list-billing-events.server";
import { listTransactions } from "~/money/list-transactions.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { listMonths } from "~/money/inside/billing/statement/list-months.server";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { grantMonthlyCoins } from "~/payments/grant-coins.server";
import { readCoins } from "~/money/read-coins.server";
import { listAutoNeeds } from "~/payments/inside/auto-top-up/list-auto-needs.server";
import { scrape } from "~/platform/http/scrape.server";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, type TenantInWorld } from "../../../support/world";

const MARCH = new Date("2026-03-10T12:00:00Z");
const DAY_MS = 86_400_000;
const GRANTED = 2_000_000n;
let tenant: TenantInWorld;

/** Somebody with 2 dollars and the coins of March. */
beforeEach(async () => {
  tenant = await aTenant({ dollars: 2, now: MARCH });
  await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: [tenant.tenantId], now: MARCH }));
});

test("no list, statement or month of money shows coins, and their lines cannot be requested", async () => {
  const { tenantId } = tenant;
  const earlier = new Date("2026-01-10T12:00:00Z");
  await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: [tenantId], now: earlier }));
  expect(await readCoins({ tenantId })).toBe(2n * GRANTED);
  expect((await listTransactions({ tenantId, now: MARCH })).map(({ kind }) => kind)).toEqual(["topup"]);
  expect((await listBillingEvents({ tenantId, limit: 10 })).map(({ bev_type }) => bev_type)).toEqual(["topup"]);
  expect(await listMonths({ tenantId, now: MARCH })).toEqual(["2026-03"]);
  const statement = await readStatement({ tenantId, month: "2026-03", now: MARCH });
  expect(statement.lines.map(({ kind, units }) => [kind, units])).toEqual([["topup", 720_000n]]);
  expect(statement.closing).toEqual({ units: 720_000n, owedUnits: 0n });
  const [coins] = await db.query<{ id: bigint }>(
    `select id from ledger_transaction where tenant_id = $1 and unit = 'coin' and at = $2`,
    [tenantId, MARCH],
  );
  const asked = explainLine({ tenantId, month: "2026-03", id: String(coins?.id) });
  await expect(asked).rejects.toMatchObject({ details: { status: 404 } });
});

test("coins are not money: automatic top-up sees a low balance even with many coins", async () => {
  await db.query(
    `insert into auto_top_up (tenant_id, state, threshold_cents, cents, month_cap_cents, state_at, updated_at)
     values ($1, 'watching', 300, 5000, 50000, $2, $2)`,
    [tenant.tenantId, MARCH],
  );
  expect(await listAutoNeeds({ now: MARCH })).toEqual([{ tenantId: tenant.tenantId, need: "no_card" }]);
});

test("coins do not make up for missing money", async () => {
  await mergeLedgerHours({ now: new Date(MARCH.getTime() + DAY_MS) });
  expect((await sumAccounts()).reduce((sum, { units }) => sum + units, 0n)).toBe(0n);
  const shift = (account: string, units: number) =>
    db.query(`update ledger_hour set units = units + $2 where account = $1 and hour = $3`, [
      ...[account, units],
      MARCH,
    ]);
  await shift("customer", 5);
  await shift("coins", -5);
  expect(await scrape(MARCH)).toMatch(/^millrace_ledger_imbalance_units 5$/m);
  expect(await checkLedger()).toEqual({ ...IN_BALANCE, wrongHours: 2 });
  await shift("customer", -5);
  await shift("coins", 5);
});

test.each([
  ["coins posted as money", "usd", "coins", "grant"],
  ["money posted as coins", "coin", "customer", "promo"],
  ["money against coins", "usd", "customer", "grant"],
])("the database refuses %s", async (_what, unit, own, house) => {
  const posted = db.query(
    `with posted as (insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, at)
       values ($1, '', 'grant', $2, $3, $4) returning id)
     insert into ledger_entry (transaction_id, account_id, units)
     select posted.id, account.id, case when account.tenant_id is null then -7 else 7 end
     from posted, ledger_account account
     where (account.tenant_id = $3 and kind = $5) or (account.tenant_id is null and kind = $6)`,
    [`mixed:${own}:${house}`, unit, tenant.tenantId, MARCH, own, house],
  );
  await expect(posted).rejects.toMatchObject({ constraint: "ledger_one_unit" });
});

test.each([
  ["two accounts of a kind for a tenant", `select kind, unit, tenant_id from ledger_account where kind = 'coins'`],
  ["two accounts of a kind for the house", `select kind, unit, tenant_id from ledger_account where kind = 'promo'`],
  ["a tenant's account of the house", `select 'promo', 'usd', max(id) from tenant`],
  ["a customer's account without a customer", `select 'customer', 'usd', null::int`],
  ["a customer's account that counts coins", `select 'customer', 'coin', max(id) from tenant`],
  ["an account that counts something else", `select 'gold', 'oz', null::int`],
])("the database refuses %s", async (_what, rows) => {
  const insert = db.query(`insert into ledger_account (kind, unit, tenant_id) ${rows}`);
  await expect(insert).rejects.toThrow(/violates (check|unique) constraint/);
});

test("the check finds entries that bypassed the database's rules, for coins and money separately", async () => {
  await db.query(`alter table ledger_entry disable trigger user`);
  const { tenantId } = tenant;
  // It sums to 0, but mixes money and coins; and a posting with an empty side.
  await db.query(WRITE, ["forged:mixed", tenantId, MARCH, ["customer", "grant"], [7, -7]]);
  await db.query(WRITE, ["forged:one-sided", tenantId, MARCH, ["grant"], [9]]);
  expect(await checkLedger()).toEqual({
    imbalanceUnits: 0n,
    imbalanceCoins: 9n,
    wrongBalances: 1,
    wrongHours: 2,
    wrongDays: 0,
    wrongMonths: 0,
    wrongTasks: 0,
    wrongVolumes: 0,
    wrongTaskDays: 0,
    wrongVat: 0,
  });
});

const WRITE = `
  with posted as (insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, at)
    values ($1, '', 'grant', 'coin', $2, $3) returning id)
  insert into ledger_entry (transaction_id, account_id, units)
  select posted.id, account.id, given.units from posted, unnest($4::text[], $5::bigint[]) as given(kind, units)
  join ledger_account account on account.kind = given.kind and (account.tenant_id = $2 or account.tenant_id is null)`;
