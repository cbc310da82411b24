import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { dropOldDays } from "~/usage/inside/intake/keep-days.server";
import { forgetKeys, pruneUsage } from "~/usage/prune-usage.server";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";

const NOW = new Date("2026-03-31T12:00:30Z");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
let user: TenantInWorld;

beforeAll(async () => {
  user = await aTenant({ dollars: 0 });
});
beforeEach(async () => {
  await db.query(
    "truncate usage_event, usage_by_model, usage_by_user, usage_latency, usage_day_users, usage_user_window",
  );
  for (const day of await days()) await db.query(`drop table usage_event_${day}`);
});

/** The days that have a partition, oldest first. */
async function days(): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select right(relname, 8) as day from pg_class where relname ~ '^usage_event_[0-9]{8}$' and relkind = 'r' order by 1`,
  );
  return rows.map(({ day }) => day);
}

/** An event from this number of days ago, in the sums as they were made at that time. */
async function anEvent(daysAgo: number): Promise<void> {
  const { userId, tenantId } = user;
  await storeEvents([{ ts: ago(daysAgo), userId, tenantId, coins: 7, latencyMs: 50 }], { now: ago(daysAgo) });
}

/** Number of rows of sums of each grain. */
async function sums(table: "usage_by_user" | "usage_by_model" | "usage_latency"): Promise<Record<string, number>> {
  const rows = await db.query<{ grain: string; rows: number }>(
    `select grain, count(*)::int as rows from ${table} group by grain`,
  );
  return Object.fromEntries(rows.map(({ grain, rows: count }) => [grain, count]));
}

test("days of possible events have their partitions, those older than 90 days are dropped; repetition changes nothing", async () => {
  for (const old of [120, 91, 90]) await anEvent(old);
  await pruneUsage({ now: NOW });
  await pruneUsage({ now: NOW });
  const expected = Array.from({ length: 11 }, (_, index) =>
    ago(8 - index)
      .toISOString()
      .slice(0, 10),
  );
  expect(await days()).toEqual([ago(90).toISOString().slice(0, 10), ...expected].map((day) => day.replaceAll("-", "")));
  const kept = await db.query<{ ts: Date }>("select ts from usage_event");
  expect(kept).toEqual([{ ts: ago(90) }]);
});

test("the counts of a source's month have room for any number of events", async () => {
  const { userId } = await aTenant({ role: "admin", dollars: 0 });
  const [source] = await db.query<{ id: number }>(
    `insert into usage_source (name, created_by, created_at) values ('large', $1, $2) returning id`,
    [userId, NOW],
  );
  await db.query(
    `insert into usage_intake (source_id, minute, requests, accepted, duplicates, rejected, lag_ms)
     select $1, minute, 1, 2000000000, 0, 0, 0 from unnest($2::timestamptz[]) as old(minute)`,
    [source?.id, [new Date("2026-01-10T10:00:00Z"), new Date("2026-01-10T10:01:00Z")]],
  );
  await pruneUsage({ now: NOW });
  const merged = await db.query(`select accepted::float8 as accepted from usage_intake where source_id = $1`, [
    source?.id,
  ]);
  expect(merged).toEqual([{ accepted: 4_000_000_000 }]);
});

test("sums of minutes are deleted after 8 days and those of hours after 400, of days and months never", async () => {
  for (const old of [401, 399, 9, 7]) await anEvent(old);
  await pruneUsage({ now: NOW });
  for (const table of ["usage_by_user", "usage_by_model", "usage_latency"] as const)
    expect({ table, ...(await sums(table)) }).toEqual({ table, minute: 1, hour: 3, day: 4, month: 2 });
});

test("a day stays while one of its events is missing in the sums, and is dropped afterwards", async () => {
  await anEvent(100);
  await db.query("update usage_cursor set event_id = event_id - 1");
  expect(await dropOldDays({ now: NOW })).toEqual([]);
  await db.query("update usage_cursor set event_id = event_id + 1");
  expect(await dropOldDays({ now: NOW })).toEqual([ago(100).toISOString().slice(0, 10).replaceAll("-", "")]);
});

test("a clock ahead of the database's removes no recent data", async () => {
  const { userId, tenantId } = user;
  const [clock] = await db.query<{ now: Date }>("select clock_timestamp() as now");
  const now = clock?.now ?? NOW;
  await storeEvents([{ ts: new Date(now.getTime() - DAY_MS), userId, tenantId }], { now });
  await pruneUsage({ now: new Date(now.getTime() + 500 * DAY_MS) });
  expect(await db.query("select from usage_event")).toHaveLength(1);
  expect(await sums("usage_by_user")).toEqual({ minute: 1, hour: 1, day: 1, month: 1 });
});

test("a reader of an old day delays only its removal; interrupted, it completes the next time", async () => {
  await anEvent(100);
  await anEvent(1);
  const reader = new pg.Client({ connectionString: env.DATABASE_URL });
  await reader.connect();
  await reader.query("begin");
  await reader.query("select count(*) from usage_event");
  await expect(dropOldDays({ now: NOW })).rejects.toThrow("lock timeout");
  // Other transactions store events throughout.
  await anEvent(1);
  await reader.query("commit");
  await reader.end();
  const [left] = await db.query<{ pending: boolean }>(
    "select inhdetachpending as pending from pg_inherits where inhparent = 'usage_event'::regclass and inhdetachpending",
  );
  expect(left).toEqual({ pending: true });
  expect(await dropOldDays({ now: NOW })).toHaveLength(1);
  expect(await db.query("select from usage_event")).toHaveLength(2);
});

test("a day that was detached and not yet dropped is dropped", async () => {
  await anEvent(100);
  const day = ago(100).toISOString().slice(0, 10).replaceAll("-", "");
  await db.query(`alter table usage_event detach partition usage_event_${day} concurrently`);
  expect(await dropOldDays({ now: NOW })).toEqual([day]);
  expect(await days()).toEqual([]);
});

test("keys of events are deleted 30 days after they arrived", async () => {
  await db.query(
    `insert into usage_key (source_id, key, content, day)
     select 1, 'k' || number, 0, ($1::timestamptz at time zone 'UTC')::date - (number % 40) from generate_series(1, 30000) number`,
    [NOW],
  );
  const old = 9 * 750;
  expect(await forgetKeys({ now: NOW })).toBe(old);
  expect(await forgetKeys({ now: NOW })).toBe(0);
  const [kept] = await db.query<{ keys: number }>("select count(*)::int as keys from usage_key");
  expect(kept).toEqual({ keys: 30_000 - old });
});
