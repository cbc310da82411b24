/** Formats of model usage (10). */

/** COIN_DISPLAY_DIVISOR: coins are shown in millions. */
export const MILLION = 1_000_000;
const THOUSAND = 1_000;

/** Formats coins in millions, with the unit in the heading: 5230000 → `5.23`. */
export function formatCoins(coins: number): string {
  return (coins / MILLION).toFixed(2);
}

/** Tokens in thousands: 12000 → `12K`, 1500 → `1.5K`, 0 → `0`. */
export function formatThousands(count: number): string {
  return count === 0 ? "0" : `${Number((count / THOUSAND).toFixed(1))}K`;
}

/** Figures of metering, rounded down: 1234567 → `1.2M`, 12345 → `12.3K`, 999 → `999`. */
export function formatMetering(count: number): string {
  if (count >= MILLION) return `${downToTenth(count, MILLION)}M`;
  if (count >= THOUSAND) return `${downToTenth(count, THOUSAND)}K`;
  return String(Math.floor(count));
}

/** A sum of 37 over 3 → `12.3` */
export function formatAverage(sum: number, count: number): string {
  return (count === 0 ? 0 : sum / count).toFixed(1);
}

function downToTenth(count: number, unit: number): string {
  // Divides to whole tenths first: a fraction like 1.2 is not exact.
  return (Math.floor(count / (unit / 10)) / 10).toFixed(1);
}
