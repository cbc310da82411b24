import type { CoinPosting } from "./ledger.server";
import { asCoins, type Coins } from "./coins";

/** Posts a grant, which gives a tenant coins, or a spend, which takes them (B17). `coins` is above 0. */
export function coinPosting({
  coins,
  ...posting
}: Omit<CoinPosting, "entries" | "resvGuid"> & { coins: Coins }): CoinPosting {
  if (coins <= 0n) throw new RangeError("a posting moves more than 0 coins");
  const given = asCoins(posting.kind === "grant" ? coins : -coins);
  return {
    ...posting,
    entries: [
      { account: "coins", units: given },
      { account: posting.kind, units: asCoins(-given) },
    ],
  };
}
