import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { asUnits } from "~/money/units";
import { listRedemptions } from "~/payments/inside/marketing/list-redemptions.server";
import { readFunnel } from "~/payments/inside/marketing/read-funnel.server";
import { sumPromos } from "~/payments/inside/marketing/sum-promos.server";
import { sumSources } from "~/payments/inside/marketing/sum-sources.server";
import { env } from "~/platform/env.server";
import { applyMigrations, readMigrations } from "../../../prisma/engine";
import { wrongSums } from "../../payments/database/marketing/sign-ups";
import { atMigration } from "../../support/old-database";

const SIGN_UP = "20261122200000_sign_up";
const MARCH = { start: "2026-03-01", end: "2026-03-31" };
const on = (time: string) => new Date(`2026-03-${time}Z`);
const DAY_S = 86_400;

/** A Millrace with customers, from before their first steps were recorded, is migrated. */
beforeAll(async () => {
  await db.query(`drop schema public cascade`);
  await db.query(`create schema public`);
  const names = readMigrations().migrationDirectories.map(({ path }) => path);
  await atMigration(env.DATABASE_URL, names.indexOf(SIGN_UP));
  await db.query(`insert into cluster (name, networks, position) values ('fra1', '{ethernet}', 0)`);
  const far = await anOldUser("far", "active", "active");
  await anOldUser("idle", "unverified", "none");
  await db.query(`insert into ledger_account (kind, unit) values ('promo', 'usd'), ('provider', 'usd')`);
  await db.query(
    `insert into mail_link (hash, kind, user_id, used_at, expires_at) values ('h', 'confirm', $1, $2, $2)`,
    [...[far, on("02T00:00:00")]],
  );
  // Its first key is gone: its first task shows that there was one.
  await db.query(
    `insert into ssh_key (tenant_id, name, type, body, fingerprint, created_at) values ($1, 'k', 't', 'b', 'f', $2)`,
    [...[far, on("20T00:00:00")]],
  );
  await db.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at, finished_at)
     values ($1, 'first', 'fra1', 'a5000', 1, 'ubuntu22', 'key', 'finished', 95, 95, $2, $2, $2)`,
    [far, on("05T00:00:00")],
  );
  await anOldTopUp(far, 20, "06T00:00:00");
  await anOldTopUp(far, 30, "10T00:00:00");
  await db.query(
    `insert into promo_code (code, name, kind, value, duration, created_at)
     values ('GIFT', 'Gift', 'balance_credit', 500, 'once', $1)`,
    [on("01T00:00:00")],
  );
  await db.query(`insert into promo_redemption (code, tenant_id, user_id, at) values ('GIFT', $1, $1, $2)`, [
    ...[far, on("07T00:00:00")],
  ]);
  await db.query(
    `with posted as (
       insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, at)
       values ('code:GIFT:' || $1::int, '', 'coupon', 'usd', $1::int, $2) returning id)
     insert into ledger_entry (transaction_id, account_id, units)
     select posted.id, a.id, case when a.kind = 'promo' then -1800000 else 1800000 end from posted, ledger_account a
     where a.kind = 'promo' or (a.kind = 'customer' and a.tenant_id = $1)`,
    [far, on("07T00:00:00")],
  );
  expect((await applyMigrations(env.DATABASE_URL))[0]).toBe(SIGN_UP);
});

test("first times and top-ups are found in existing rows, and summed", async () => {
  expect(await wrongSums()).toEqual([]);
  const { PRO, FREE } = await sumSources(MARCH);
  expect(PRO.get("reddit")).toEqual({ users: 1, paying: 1, paidUnits: asUnits(50n * 360_000n) });
  expect(FREE.get("reddit")).toEqual({ users: 1, paying: 0, paidUnits: asUnits(0n) });
  const { steps } = await readFunnel({ days: MARCH });
  expect(steps.map(({ users }) => users)).toEqual([2, 1, 1, 1, 1, 1]);
  expect(steps.map(({ medianSeconds }) => medianSeconds && medianSeconds / DAY_S)).toEqual([null, 1, 3, 0, 1, 4]);
});

test("redemptions get their postings and later results", async () => {
  expect(await sumPromos({ days: MARCH })).toMatchObject([
    { code: "GIFT", redeemed: 1, givenUnits: 1_800_000n, toppedUp: 1, subscribed: 0 },
  ]);
  expect(await listRedemptions({ code: "GIFT", days: MARCH, limit: 1 })).toMatchObject([
    { toppedUpAt: on("10T00:00:00"), subscribedAt: null },
  ]);
});

/** Its tenant has the same id. */
async function anOldUser(name: string, state: string, status: string): Promise<number> {
  const [tenant] = await db.query<{ id: number }>(
    `with made as (insert into tenant (tenant_name, created_at) values ($1, $2) returning id),
     accounts as (insert into ledger_account (kind, unit, tenant_id)
       select kind, 'usd', id from made, (values ('customer'), ('owed')) kinds(kind)),
     users as (
       insert into user_account (id, tenant_id, name, email, source, state, codify_subscription_status, created_at)
       select id, id, $1, $1 || '@test.example', 'reddit', $3, $4, $2 from made)
     select id from made`,
    [name, on("01T00:00:00"), state, status],
  );
  if (!tenant) throw new Error("no tenant was stored");
  return tenant.id;
}

/** Posting by today's code uses tables that did not exist yet. */
async function anOldTopUp(tenantId: number, dollars: number, time: string): Promise<void> {
  await db.query(
    `with posted as (
       insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, at)
       values ('topup:' || $2::int, '', 'topup', 'usd', $1::int, $3) returning id)
     insert into ledger_entry (transaction_id, account_id, units)
     select posted.id, a.id, case when a.kind = 'provider' then -360000 else 360000 end * $2::bigint
     from posted, ledger_account a where a.kind = 'provider' or (a.kind = 'customer' and a.tenant_id = $1)`,
    [tenantId, dollars, on(time)],
  );
}
