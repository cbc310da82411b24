import { db } from "~/db.server";

const DAYS = 30;

/** Coins that tenants spent in 30 days, today among them; those who spent none are left out. */
export async function readCoinsSpent(given: { tenantIds: readonly number[]; now: Date }): Promise<Map<number, number>> {
  const rows = await db.query<{ tenantId: number; coins: number }>(
    `select tenant_id as "tenantId", sum(-units)::float8 as coins from ledger_day
     where tenant_id = any($1::int[]) and unit = 'coin' and kind = 'spend'
       and day > ($2::timestamptz at time zone 'UTC')::date - $3::int
     group by tenant_id`,
    [[...new Set(given.tenantIds)], given.now, DAYS],
  );
  return new Map(rows.map(({ tenantId, coins }) => [tenantId, coins]));
}
