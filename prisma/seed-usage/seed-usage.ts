import { db, type Tx, transaction } from "~/platform/db.server";
import { postTransactions } from "~/money/ledger.server";
import { coinPosting } from "~/money/coin-posting";
import { grantKey, MONTHLY_COINS, monthOf, PLAN_NAMES } from "~/money/coins";
import { postCoins } from "~/usage/post-coins.server";
import { pruneUsage } from "~/usage/prune-usage.server";
import { rollUp } from "~/usage/roll-up.server";
import { recordActiveWithin } from "~/staff/record-active.server";
import { chanceOf } from "~/platform/chance";
import { DEMO_DOMAIN } from "../seed-history/customers";
import { PRICES } from "./models";
import { pastEvents, type PastUser } from "./past-events";
import { writeEvents } from "./write-events";

const SEED = 20240229;
const DAY_MS = 86_400_000;
const DAYS = 90;
export const DEMO_SOURCE = "Demo gateway";
const PRO = ["active", "trial", "past_due"];

/**
 * Seeds 90 days of model usage by the demo's users, from the source "Demo gateway": events in the same tables as those
 * that come in, summed and posted by the statements that do it every day. Made once, and only where nobody but the
 * demo's users is; the same at every first start, in relation to its day. If it is
 * interrupted after the events are stored, the worker does the rest.
 */
export async function seedUsage(now: Date): Promise<void> {
  const admin = await findDemoAdmin();
  if (admin === null) return;
  await transaction((tx) => seedPrices(tx, now));
  const users = await listUsers(now);
  const events = pastEvents(chanceOf(SEED), users, now);
  await transaction(async (tx) => {
    await tx.query(
      `select ensure_usage_day(day::date) from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int,
         ($1::timestamptz at time zone 'UTC')::date + 2, interval '1 day') as day`,
      [now, DAYS],
    );
    const [source] = await tx.query<{ id: number }>(
      `insert into usage_source (name, created_by, created_at) values ($1, $2, $3) returning id`,
      [DEMO_SOURCE, admin, new Date(now.getTime() - DAYS * DAY_MS)],
    );
    if (source) await writeEvents(tx, { sourceId: source.id, prefix: "demo-", events });
    await grantPast(tx, now);
  });
  while ((await rollUp({ now, recordActive: recordActiveWithin })) > 0);
  await postCoins({ now });
  // Expired sums are deleted now, not while somebody looks at the demo.
  await pruneUsage({ now });
}

/** Finds the demo's admin; null without a demo, after other registrations, and if it was seeded before. */
async function findDemoAdmin(): Promise<number | null> {
  const [admin] = await db.query<{ id: number }>(
    `select id from user_account where email = 'admin@millrace.example'
       and not exists (select from user_account where email is null
         or (email not like '%@millrace.example' and email not like '%@${DEMO_DOMAIN}'))
       and not exists (select from usage_source where name = $1)`,
    [DEMO_SOURCE],
  );
  return admin?.id ?? null;
}

async function seedPrices(tx: Tx, now: Date): Promise<void> {
  const rows = Object.entries(PRICES);
  await tx.query(
    `insert into model_price (model, from_at, prompt, generated, cache_read, cache_creation)
     select model, $1, prompt, generated, cache_read, cache_creation
     from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       as given(model, prompt, generated, cache_read, cache_creation)
     where not exists (select from model_price known where known.model = given.model)`,
    [
      new Date(now.getTime() - (DAYS + 30) * DAY_MS),
      rows.map(([model]) => model),
      ...[0, 1, 2, 3].map((figure) => rows.map(([, price]) => price[figure])),
    ],
  );
}

/** Lists the users of the demo; the demo's own users were always there. Paying users come first and use the most. */
async function listUsers(now: Date): Promise<PastUser[]> {
  const rows = await db.query<{ userId: number; tenantId: number; own: boolean; pro: boolean; createdAt: Date }>(
    `select id as "userId", tenant_id as "tenantId", coalesce(email like '%@millrace.example', false) as own,
       codify_subscription_status = any($1) as pro, created_at as "createdAt"
     from user_account where state = 'active' order by email like 'customer@millrace.example' desc, pro desc, md5(email)`,
    [PRO],
  );
  return rows.map(({ userId, tenantId, own, pro, createdAt }, place) => ({
    ...{ userId, tenantId, place, appetite: pro ? 3 : 0.6 },
    since: own ? new Date(now.getTime() - DAYS * DAY_MS) : createdAt,
  }));
}

/** Grants the coins of past months by plan (B17); the worker grants those of the present month in the same way. */
async function grantPast(tx: Tx, now: Date): Promise<void> {
  const tenants = await tx.query<{ tenantId: number; plan: "free" | "pro"; own: boolean; since: Date }>(
    `select tenant_id as "tenantId", case when bool_or(codify_subscription_status = any($1)) then 'pro' else 'free' end as plan,
       coalesce(bool_or(email like '%@millrace.example'), false) as own, min(created_at) as since
     from user_account where state = 'active' group by 1 order by 1`,
    [PRO],
  );
  const months = [3, 2, 1, 0].map((back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
  const postings = tenants.flatMap(({ tenantId, plan, own, since }) =>
    months
      .filter((first) => own || monthOf(first) >= monthOf(since))
      .map((first) =>
        coinPosting({
          key: grantKey(tenantId, monthOf(first), plan),
          kind: "grant",
          tenantId,
          coins: MONTHLY_COINS[plan],
          description: `${PLAN_NAMES[plan]} ${monthOf(first)}`,
          at: own || first > since ? first : since,
        }),
      ),
  );
  const known = await tx.query<{ key: string }>(`select key from ledger_transaction where key = any($1)`, [
    postings.map(({ key }) => key),
  ]);
  const had = new Set(known.map(({ key }) => key));
  await postTransactions(
    tx,
    postings.filter(({ key }) => !had.has(key)),
  );
}
