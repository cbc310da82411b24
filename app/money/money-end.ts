import { DOLLAR4_PER_DOLLAR, UNITS_PER_DOLLAR4 } from "./units";
import { type LowBalance, lowBalanceOf, secondsLeft } from "./cover";

/**
 * The epoch second at which charging ends if nothing changes: the last whole second that the balance covers for all
 * tasks and volumes (B8). Null if nothing is charged.
 */
export function moneyEndTs(leftSeconds: number | null, now: Date): number | null {
  return leftSeconds === null ? null : Math.floor(now.getTime() / 1000) + leftSeconds;
}

/**
 * Returns how long documented figures last. It computes with whole ten-thousandths of a dollar, so the time is never
 * too long.
 */
export function lastingOf(
  {
    dollars_est,
    ongoing_pph,
    volume_month_cents = 0,
  }: { dollars_est: number; ongoing_pph: number; volume_month_cents?: number },
  now: Date,
): { seconds_left: number | null; ends_ts: number | null; low_balance: LowBalance } {
  const dollars4 = BigInt(Math.round(dollars_est * DOLLAR4_PER_DOLLAR));
  const left = secondsLeft(dollars4 * UNITS_PER_DOLLAR4, ongoing_pph, volume_month_cents);
  const idle: LowBalance = dollars_est < 0.01 ? "zero" : "none";
  return {
    seconds_left: left,
    ends_ts: moneyEndTs(left, now),
    low_balance: left === null ? idle : lowBalanceOf(left),
  };
}
