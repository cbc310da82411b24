import type { Tx } from "~/platform/db.server";
import { postTransactions } from "./ledger.server";
import { coinPosting } from "./coin-posting";
import type { Coins } from "./coins";

interface CoinSpend {
  tenantId: number;
  /** 0 or more; nothing is posted for 0. */
  coins: Coins;
  /** Idempotency key of the usage that it pays for. */
  key: string;
  description: string;
  at: Date;
}

/**
 * Takes coins for usage, once per key. Never refuses: a balance may fall below 0 (B17, 4.2).
 * @returns the newly posted keys.
 */
export async function spendCoins(tx: Tx, spends: readonly CoinSpend[]): Promise<Set<string>> {
  return await postTransactions(
    tx,
    spends
      .filter(({ coins }) => coins !== 0n)
      .map((spend) => coinPosting({ ...spend, kind: "spend", key: `spend:${spend.key}` })),
  );
}
