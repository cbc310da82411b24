import type { Tx } from "~/platform/db.server";
import { plainArray, textArray } from "~/usage/inside/intake/array-literal";
import type { PricedEvent } from "~/usage/inside/intake/write-events.server";

/** Amounts that events add to a tenant's meter. */
interface Addition {
  coins: bigint;
  /** First day of the newest month of its events. */
  month: string;
  monthCoins: bigint;
}

/**
 * Adds the coins of events to the meters of their tenants: those not in the ledger yet, and those of the month.
 * @returns the names of the tenants that have no coins left.
 */
export async function meterCoins(
  tx: Tx,
  events: readonly PricedEvent[],
): Promise<{ tenantId: number; name: string }[]> {
  const additions = [...additionsOf(events)].sort(([one], [other]) => one - other);
  return await tx.prepared.query<{ tenantId: number; name: string }>(
    `with metered as (
       insert into coin_meter as kept (tenant_id, unposted, month, month_coins)
       select tenant_id, coins, month, month_coins
       from unnest($1::int[], $2::bigint[], $3::date[], $4::bigint[]) as added(tenant_id, coins, month, month_coins)
       order by tenant_id
       on conflict (tenant_id) do update set unposted = kept.unposted + excluded.unposted,
         month = greatest(kept.month, excluded.month),
         month_coins = case when excluded.month > kept.month then excluded.month_coins
           when excluded.month = kept.month then kept.month_coins + excluded.month_coins else kept.month_coins end
       returning tenant_id, unposted
     )
     select m.tenant_id as "tenantId", t.tenant_name as name from metered m join tenant t on t.id = m.tenant_id
       left join ledger_account a on a.tenant_id = m.tenant_id and a.kind = 'coins'
     where coalesce(a.balance, 0) <= m.unposted order by 2`,
    [
      plainArray(additions.map(([tenantId]) => tenantId)),
      plainArray(additions.map(([, { coins }]) => coins)),
      textArray(additions.map(([, { month }]) => month)),
      plainArray(additions.map(([, { monthCoins }]) => monthCoins)),
    ],
  );
}

function additionsOf(events: readonly PricedEvent[]): Map<number, Addition> {
  const additions = new Map<number, Addition>();
  for (const { tenantId, event, coins } of events) {
    const month = `${new Date(event.ts).toISOString().slice(0, 7)}-01`;
    const sum = additions.get(tenantId);
    if (!sum) additions.set(tenantId, { coins, month, monthCoins: coins });
    else {
      sum.coins += coins;
      if (month > sum.month) Object.assign(sum, { month, monthCoins: coins });
      else if (month === sum.month) sum.monthCoins += coins;
    }
  }
  return additions;
}
