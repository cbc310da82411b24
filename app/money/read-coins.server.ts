import { db } from "~/platform/db.server";
import { asCoins, type Coins } from "./coins";

/**
 * A tenant's coins: the ledger's less those of accepted events that it does not hold yet, so that the figure is exact.
 * 0 before the first coins; below 0 after overuse (B17).
 */
export async function readCoins({ tenantId }: { tenantId: number }): Promise<Coins> {
  const [row] = await db.query<{ balance: bigint }>(
    `select coalesce((select balance from ledger_account where tenant_id = $1 and kind = 'coins'), 0)
       - coalesce((select unposted from coin_meter where tenant_id = $1), 0) as balance`,
    [tenantId],
  );
  return asCoins(row?.balance ?? 0n);
}
