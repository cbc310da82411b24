import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { pruneUsage } from "~/usage/prune-usage.server";
import { checkUsage } from "~/usage/check-usage.server";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedHistory } from "../../../../prisma/seed-history/seed-history";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedPromos } from "../../../../prisma/seed-promos";
import { seedUsage } from "../../../../prisma/seed-usage/seed-usage";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-03-10T14:37:00Z");

beforeAll(async () => {
  await seedCatalogue();
  await seedPeople(NOW);
  await seedPromos(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
  await seedHistory(NOW);
});

const made = async () => {
  const [row] = await db.query<Record<string, number>>(
    `select count(*)::int as events, count(distinct model_id)::int as models, count(distinct kind)::int as kinds,
       count(distinct user_id)::int as users, count(distinct (ts at time zone 'UTC')::date)::int as days,
       count(distinct client_version)::int as clients, count(*) filter (where not completed)::int as failed,
       count(*) filter (where ts > $1)::int as ahead, count(*) filter (where unpriced)::int as unpriced,
       count(*) filter (where ts > $1::timestamptz - interval '100 minutes')::int as recent,
       (select count(*)::int from usage_key) as keys, md5(string_agg(concat_ws(' ', ts, user_id, coins, latency_ms), ',' order by id)) as content
     from usage_event`,
    [NOW],
  );
  return row ?? {};
};

test("the demo has 90 days of model usage whose sums and coins agree, once, always equal", async () => {
  await seedUsage(NOW);
  const first = await made();
  expect(first).toMatchObject({ days: 90, kinds: 3, ahead: 0, unpriced: 0 });
  for (const [what, least] of Object.entries({
    events: 5_000,
    models: 12,
    users: 30,
    clients: 4,
    failed: 50,
    recent: 100,
  }))
    expect([what, (first[what] ?? 0) >= least]).toEqual([what, true]);
  expect(await checkUsage({ now: NOW })).toMatchObject({ wrong: [], rebuilt: [] });
  expect(await checkLedger()).toEqual(IN_BALANCE);
  expect(await db.query("select from coin_meter where unposted <> 0")).toEqual([]);
  const [coins] = await db.query<{ rich: number; poor: number }>(
    `select count(*) filter (where balance > 0)::int as rich, count(*) filter (where balance <= 0)::int as poor
     from ledger_account where kind = 'coins' and exists (select from coin_meter m where m.tenant_id = ledger_account.tenant_id)`,
  );
  expect(coins?.rich).toBeGreaterThan(20);
  await seedUsage(NOW);
  expect(await made()).toEqual(first);
});

test("after other registrations none is made up", async () => {
  await db.query("truncate usage_event, usage_key, usage_intake, usage_source cascade");
  await aTenant();
  await seedUsage(NOW);
  expect(await made()).toMatchObject({ events: 0 });
});

test("no hour of it is empty, and the first pruning removes nothing", async () => {
  const [row] = await db.query<{ gaps: number }>(
    `select count(*)::int as gaps from generate_series(
       (select date_trunc('hour', min(ts), 'UTC') from usage_event), date_trunc('hour', $1::timestamptz, 'UTC') - interval '1 hour',
       interval '1 hour') as hour
     where not exists (select from usage_event where ts >= hour and ts < hour + interval '1 hour')`,
    [NOW],
  );
  expect(row).toEqual({ gaps: 0 });
  const counts = async () =>
    await db.query(
      `select (select count(*)::int from usage_by_user_minute) as users, (select count(*)::int from usage_by_model_minute) as models,
         (select count(*)::int from usage_latency_minute) as latency, (select count(*)::int from usage_intake) as intake,
         (select count(*)::int from usage_event) as events`,
    );
  const before = await counts();
  await pruneUsage({ now: NOW });
  expect(await counts()).toEqual(before);
});
