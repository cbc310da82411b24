import type { LowBalance } from "./cover";

/** Data of the live event `balance` (5.2). */
export interface Balance {
  /** Dollars, 4 decimals, rounded down. */
  dollars_est: number;
  /** Cents per hour. */
  ongoing_pph: number;
  /** Null when nothing is charged. */
  seconds_left: number | null;
  /** Epoch second at which charging ends when nothing changes (B8); null when nothing is charged. */
  ends_ts: number | null;
  low_balance: LowBalance;
  /** Top-ups that are not settled yet. */
  dollars_pending: number;
}
