import { db } from "~/db.server";
import { asCoins, type Coins } from "./coins";

/**
 * Coins that a tenant has: those in the ledger without those of events that are not in it yet, so it is exact the moment an
 * event is accepted; 0 before the first ones, and below 0 when more was used than was there (B17).
 */
export async function readCoins({ tenantId }: { tenantId: number }): Promise<Coins> {
  const [row] = await db.query<{ balance: bigint }>(
    `select coalesce((select balance from ledger_account where tenant_id = $1 and kind = 'coins'), 0)
       - coalesce((select unposted from coin_meter where tenant_id = $1), 0) as balance`,
    [tenantId],
  );
  return asCoins(row?.balance ?? 0n);
}
