import { db, type Tx, transaction } from "~/platform/db.server";
import { lockAccounts } from "~/money/ledger.server";
import type { Coins } from "~/money/coins";
import { spendCoins } from "~/money/spend-coins.server";
import { partsOf, sumOfAll, sumOfEach } from "~/platform/for-each";

/** Tenants per transaction: intake of their events waits for it. */
const AT_ONCE = 200;
/** Days before a tenant's last posting, or before today if that is earlier, in which a late event may have arrived. */
const LATE_DAYS = 8;
const DAY_MS = 86_400_000;

/** Coins of a tenant's day that are in the sums of events and not in the ledger. */
interface DueDay {
  tenantId: number;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  posted: bigint;
  due: Coins;
}

/**
 * Posts to the ledger the coins that tenants have spent by the sums of their events. There is one posting per tenant
 * and day, and another for late events (B17). The same transaction removes them from the coins that are not posted yet.
 * A repetition posts nothing. @returns the number of postings.
 */
export async function postCoins({ now }: { now: Date }): Promise<number> {
  const rows = await db.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from coin_meter where unposted <> 0 order by 1`,
  );
  const parts = partsOf(rows, AT_ONCE);
  return await sumOfEach(parts, (part) =>
    sumOfAll(
      part.map(({ tenantId }) => tenantId),
      (tenantIds) => transaction((tx) => postOf(tx, tenantIds, now)),
    ),
  );
}

async function postOf(tx: Tx, tenantIds: readonly number[], now: Date): Promise<number> {
  // Locked before the posted amount is read: of two postings the second sees the result of the first.
  await lockAccounts(tx, tenantIds, "coin");
  const days = (await tx.query<DueDay>(DUE, [tenantIds, now])).filter(({ due }) => due > 0n);
  if (days.length === 0) return 0;
  const posted = await spendCoins(
    tx,
    days.map(({ tenantId, day, posted: before, due }) => ({
      tenantId,
      coins: due,
      key: `usage:${tenantId}:${day}:${before}`,
      description: `Model usage ${day}`,
      at: momentOf(day, now),
    })),
  );
  if (posted.size < days.length)
    throw new Error("coins of a day were posted before, and the ledger's sums of days do not say so");
  await tx.query(
    `update coin_meter m set unposted = m.unposted - moved.coins
     from (select tenant_id, sum(coins)::bigint as coins from unnest($1::int[], $2::bigint[]) as due(tenant_id, coins)
       group by tenant_id) moved
     where m.tenant_id = moved.tenant_id`,
    [days.map(({ tenantId }) => tenantId), days.map(({ due }) => due)],
  );
  return days.length;
}

/** Time of a posting for a day: now, or the time of that day nearest to now. */
function momentOf(day: string, now: Date): Date {
  const start = new Date(`${day}T00:00:00Z`).getTime();
  return new Date(Math.min(Math.max(now.getTime(), start), start + DAY_MS - 1));
}

/** Events are summed in order of arrival, so after a posting only events that may be late can be of an earlier day. */
const DUE = `
  with spent as (
    select u.tenant_id, (u.at at time zone 'UTC')::date as day, sum(u.coins)::bigint as coins
    from unnest($1::int[]) as asked(tenant_id)
    cross join lateral (
      select case when max(day) is null then '-infinity'
        else least(max(day), ($2::timestamptz at time zone 'UTC')::date) - ${LATE_DAYS} end as from_day
      from ledger_day where ledger_day.tenant_id = asked.tenant_id and kind = 'spend') last
    join usage_by_user u on u.grain = 'day' and u.tenant_id = asked.tenant_id and u.at >= last.from_day::timestamp at time zone 'UTC'
    group by 1, 2)
  select spent.tenant_id as "tenantId", to_char(spent.day, 'YYYY-MM-DD') as day, coalesce(-d.units, 0) as posted,
    coins - coalesce(-d.units, 0) as due
  from spent left join ledger_day d on d.tenant_id = spent.tenant_id and d.day = spent.day and d.kind = 'spend'
  where coins <> coalesce(-d.units, 0) order by 1, 2`;
