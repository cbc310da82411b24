/** COIN_DISPLAY_DIVISOR: coins are shown in millions. */
export const MILLION = 1_000_000;

/** Coins in millions with two decimals, the unit in the heading (10.1): 5230000 → `5.23`. */
export function formatCoins(coins: number): string {
  return (coins / MILLION).toFixed(2);
}
