import { db } from "~/platform/db.server";
import type { Days } from "~/platform/day-range";
import { HAS_COINS } from "./inside/workspaces/workspace-row.server";

/** Coins that the tenant of a workspace spent. */
export interface WorkspaceCoins {
  name: string;
  tenantName: string;
  coins: number;
}

/**
 * Lists workspaces by the coins that their tenants spent in whole months, most first; those without any are omitted. A
 * tenant's coins count at its first workspace (3.8).
 * @param asked `months` is a range of first days of months; with `present`, coins that are not in the ledger yet count.
 */
export async function listWorkspaceCoins(asked: {
  months: Days;
  present: boolean;
  limit: number;
}): Promise<WorkspaceCoins[]> {
  return await db.query<WorkspaceCoins>(
    `select w.name, t.tenant_name as "tenantName", spent.coins::float8 as coins
     from workspace w join tenant t on t.id = w.tenant_id
     left join coin_meter m on $3 and m.tenant_id = w.tenant_id
     cross join lateral (
       select coalesce(sum(units), 0) + coalesce(m.unposted, 0) as coins from ledger_month
       where tenant_id = w.tenant_id and account = 'spend' and kind = 'spend' and month between $1 and $2) spent
     where w.deleted_at is null and ${HAS_COINS} and spent.coins > 0 order by spent.coins desc, w.name limit $4`,
    [asked.months.start, asked.months.end, asked.present, asked.limit],
  );
}
