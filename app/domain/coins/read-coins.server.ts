import { db } from "~/db.server";
import { asCoins, type Coins } from "./coins";

/** Coins that a tenant has; 0 before the first ones, and below 0 when more was used than was there (B17). */
export async function readCoins({ tenantId }: { tenantId: number }): Promise<Coins> {
  const [row] = await db.query<{ balance: bigint }>(
    `select balance from ledger_account where tenant_id = $1 and kind = 'coins'`,
    [tenantId],
  );
  return asCoins(row?.balance ?? 0n);
}
