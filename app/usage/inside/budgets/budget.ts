/** Shares of a budget, in percent, at which its tenant is notified. */
export const NOTIFIED_SHARES = [50, 80, 100] as const;

/** The largest of these shares that is reached; 0 for none. */
export function reachedPercent({ spent, budget }: { spent: bigint; budget: bigint }): number {
  return NOTIFIED_SHARES.findLast((percent) => spent * 100n >= budget * BigInt(percent)) ?? 0;
}

const TYPED = /^\d{1,9}(\.\d{1,6})?$/;
/** A grouped number, which may mean a thousand times as much. */
const GROUPED = /^\d{1,3}(,\d{3})+$/;

/** Coins of a figure typed in millions, with a comma or a point; null for other text, or for 0. */
export function coinsOfMillions(typed: string): bigint | null {
  const text = typed.trim().replace(",", ".");
  if (GROUPED.test(typed.trim()) || !TYPED.test(text)) return null;
  const [whole = "", decimals = ""] = text.split(".");
  const coins = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, "0"));
  return coins > 0n ? coins : null;
}

/** The typed form of the coins: 1500000 → `1.5`. */
export function millionsTyped(coins: number): string {
  return String(coins / 1_000_000);
}
