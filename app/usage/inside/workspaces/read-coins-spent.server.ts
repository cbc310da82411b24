import { db } from "~/platform/db.server";

const DAYS = 30;

/**
 * Coins that tenants spent in 30 days, including today; those who spent none are omitted. Coins that are not in the
 * ledger yet belong to these days: an event is at most a week late.
 */
export async function readCoinsSpent(given: { tenantIds: readonly number[]; now: Date }): Promise<Map<number, number>> {
  const rows = await db.query<{ tenantId: number; coins: number }>(
    `select "tenantId", coins from (
       select asked.id as "tenantId", (coalesce((select sum(-units) from ledger_day
           where tenant_id = asked.id and unit = 'coin' and kind = 'spend'
             and day > ($2::timestamptz at time zone 'UTC')::date - $3::int), 0)
         + coalesce((select unposted from coin_meter where tenant_id = asked.id), 0))::float8 as coins
       from unnest($1::int[]) as asked(id)) spent
     where coins > 0`,
    [[...new Set(given.tenantIds)], given.now, DAYS],
  );
  return new Map(rows.map(({ tenantId, coins }) => [tenantId, coins]));
}
