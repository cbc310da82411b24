import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { sumAccounts } from "~/money/ledger-hours.server";
import { listTransactions } from "~/money/list-transactions.server";
import { asCoins } from "~/money/coins";
import { grantMonthlyCoins } from "~/payments/grant-coins.server";
import { readCoins } from "~/money/read-coins.server";
import { spendCoins } from "~/money/spend-coins.server";
import { env } from "~/platform/env.server";
import { applyMigrations, readMigrations } from "../../../prisma/engine";
import { IN_BALANCE } from "../../support/in-balance";
import { atMigration } from "../../support/old-database";

const ONE_LEDGER = "20261122140000_one_ledger";
const JANUARY = new Date("2026-01-31T23:59:59Z");
const tenantIds = { kept: 0, fresh: 0 };
let ledgerBefore: unknown[];
let applied: string[];

/** A Millrace with money and coins, from when these were two ledgers, is migrated. */
beforeAll(async () => {
  await db.query(`drop schema public cascade`);
  await db.query(`create schema public`);
  const names = readMigrations().migrationDirectories.map(({ path }) => path);
  await atMigration(env.DATABASE_URL, names.indexOf(ONE_LEDGER));
  tenantIds.kept = await anOldTenant("kept");
  tenantIds.fresh = await anOldTenant("fresh");
  await db.query(`insert into ledger_account (name) values ('promo')`);
  await db.query(POST_MONEY, [tenantIds.kept, JANUARY]);
  await db.query(`insert into coin_account (name, tenant_id) values ('tenant:kept', $1)`, [tenantIds.kept]);
  const { kept } = tenantIds;
  await db.query(POST_COINS, [`grant:${kept}:2026-01:free`, "grant", kept, 2_000_000, "FREE 2026-01", JANUARY]);
  await db.query(POST_COINS, ["spend:chat-1", "spend", kept, 3_000_000, "chat", JANUARY]);
  ledgerBefore = await db.query(LEDGER_OF_COINS);
  applied = await applyMigrations(env.DATABASE_URL);
});

test("coins keep every transaction in order and each account its balance, and money is unchanged", async () => {
  expect(applied[0]).toBe(ONE_LEDGER);
  expect(ledgerBefore).toHaveLength(4);
  expect(await db.query(LEDGER)).toEqual(ledgerBefore);
  expect(await readCoins({ tenantId: tenantIds.kept })).toBe(-1_000_000n);
  expect(await readCoins({ tenantId: tenantIds.fresh })).toBe(0n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
  const held = (await sumAccounts()).filter(({ units }) => units !== 0n);
  expect(held.map(({ name, units }) => [name, units])).toEqual([
    ["customer", 3600n],
    ["promo", -3600n],
  ]);
  const shown = await listTransactions({ tenantId: tenantIds.kept, now: JANUARY });
  expect(shown.map(({ task_name, dollars_billed }) => [task_name, dollars_billed])).toEqual([["Gift", -0.01]]);
  expect(
    await db.query(`select from pg_tables where tablename in ('coin_account', 'coin_transaction', 'coin_entry')`),
  ).toEqual([]);
});

test("earlier postings are recognised, and tenants without an account of coins get their first ones", async () => {
  const spend = (coins: bigint) =>
    transaction((tx) =>
      spendCoins(tx, [
        {
          tenantId: tenantIds.kept,
          key: "chat-1",
          description: "chat",
          at: JANUARY,
          coins: asCoins(coins),
        },
      ]),
    );
  expect(await spend(3_000_000n)).toEqual(new Set());
  await expect(spend(3_000_001n)).rejects.toThrow("other content");
  await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: Object.values(tenantIds), now: JANUARY }));
  expect(await readCoins({ tenantId: tenantIds.kept })).toBe(-1_000_000n);
  expect(await readCoins({ tenantId: tenantIds.fresh })).toBe(2_000_000n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

async function anOldTenant(name: string): Promise<number> {
  const [tenant] = await db.query<{ id: number }>(
    `with made as (insert into tenant (tenant_name) values ($1) returning id),
     accounts as (insert into ledger_account (name, tenant_id)
       select kind || ':' || $1, id from made, (values ('customer'), ('owed')) kinds(kind))
     select id from made`,
    [name],
  );
  if (!tenant) throw new Error("no tenant was stored");
  return tenant.id;
}

const POST_MONEY = `
  with posted as (
    insert into ledger_transaction (key, content_hash, kind, tenant_id, description, at)
    values ('gift', '', 'coupon', $1, 'Gift', $2) returning id)
  insert into ledger_entry (transaction_id, account_id, units)
  select posted.id, account.id, case account.name when 'promo' then -3600 else 3600 end
  from posted, ledger_account account where account.name = 'promo'
    or (account.tenant_id = $1 and account.name like 'customer:%')`;

/** The way coins used to be posted: the content that the hash covers has changed since. */
const POST_COINS = `
  with posted as (
    insert into coin_transaction (key, content_hash, kind, tenant_id, description, at)
    values ($1, encode(sha256(convert_to($2::text || '|' || $3::int || '|' || $4::bigint, 'UTF8')), 'hex'), $2, $3::int, $5, $6) returning id)
  insert into coin_entry (transaction_id, account_id, coins)
  select posted.id, account.id, $4::bigint * case when ($2 = 'grant') = (account.name <> $2) then 1 else -1 end
  from posted, coin_account account where account.tenant_id = $3 or account.name = $2 order by account.tenant_id`;

const LEDGER_OF_COINS = `
  select t.key, t.kind, t.tenant_id, t.description, t.at, a.tenant_id is null as house, e.coins
  from coin_entry e join coin_transaction t on t.id = e.transaction_id join coin_account a on a.id = e.account_id
  order by e.id`;

const LEDGER = `
  select t.key, t.kind, t.tenant_id, t.description, t.at, a.tenant_id is null as house, e.units as coins
  from ledger_entry e join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
  where a.unit = 'coin' order by e.id`;
