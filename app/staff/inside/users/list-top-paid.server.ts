import { db } from "~/platform/db.server";
import { asCoins, type Coins } from "~/money/coins";

/** TOP_PAID */
export const TOP_PAID = 20;
export const TOP_PAID_MAX = 100;

export interface TopTenant {
  tenantName: string;
  /** Spent in 30 days, as of the last hour (A10). */
  coins: Coins;
}

/** The tenants that spent the most coins in 30 days, highest first. */
export async function listTopPaid({ limit = TOP_PAID }: { limit?: number } = {}): Promise<TopTenant[]> {
  const rows = await db.query<{ tenantName: string; coins: bigint }>(
    `select t.tenant_name as "tenantName", f.coins from tenant_figures f join tenant t on t.id = f.tenant_id
     where f.coins > 0 order by f.coins desc, f.tenant_id desc limit $1`,
    [limit],
  );
  return rows.map(({ tenantName, coins }) => ({ tenantName, coins: asCoins(coins) }));
}
