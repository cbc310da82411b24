import type { Tx } from "~/platform/db.server";
import { plainArray } from "~/usage/inside/intake/array-literal";
import { MONTH_COINS } from "./month-coins";

/**
 * Reads the coins that hard limits leave for the month, less open holds; omits tenants without a limit. Their budgets
 * stay locked: a request for the same coins waits, and then sees the new holds.
 */
export async function readLeft(tx: Tx, tenants: Iterable<number>, now: Date): Promise<Map<number, bigint>> {
  const budgets = await tx.prepared.query<{ tenantId: number; coins: bigint }>(
    `select tenant_id as "tenantId", coins from coin_budget where tenant_id = any($1::int[]) and hard
     order by tenant_id for no key update`,
    [plainArray([...tenants])],
  );
  if (budgets.length === 0) return new Map();
  const used = await tx.prepared.query<{ tenantId: number; coins: bigint }>(USED, [
    plainArray(budgets.map(({ tenantId }) => tenantId)),
    now,
  ]);
  const usedBy = new Map(used.map(({ tenantId, coins }) => [tenantId, coins]));
  return new Map(budgets.map(({ tenantId, coins }) => [tenantId, coins - (usedBy.get(tenantId) ?? 0n)]));
}

const USED = `
  with asked as (select date_trunc('month', $2::timestamptz, 'UTC') as month)
  select t.tenant_id as "tenantId", (coalesce(${MONTH_COINS}, 0)
    + coalesce((select sum(h.coins) from usage_hold h
        where h.tenant_id = t.tenant_id and h.settled_at is null and h.expires_at > $2), 0))::bigint as coins
  from unnest($1::int[]) as t(tenant_id) cross join asked a left join coin_meter m on m.tenant_id = t.tenant_id`;
