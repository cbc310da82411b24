import { db } from "~/platform/db.server";
import { asCoins, type Coins } from "./coins";

/**
 * Returns a tenant's exact coins: the ledger's, less accepted events that are not posted yet. 0 before the first coins;
 * below 0 after overuse (B17).
 */
export async function readCoins({ tenantId }: { tenantId: number }): Promise<Coins> {
  const [row] = await db.query<{ balance: bigint }>(
    `select coalesce((select balance from ledger_account where tenant_id = $1 and kind = 'coins'), 0)
       - coalesce((select unposted from coin_meter where tenant_id = $1), 0) as balance`,
    [tenantId],
  );
  return asCoins(row?.balance ?? 0n);
}
