import type { LowBalance } from "./cover";
import type { MoneyReading } from "./shown-money";

/** Data of the live event `balance` (5.2): the documented figures, and the reading that screens use. */
export interface Balance extends MoneyReading {
  /** Dollars, 4 decimals, rounded down. */
  dollars_est: number;
  /** Cents per hour. */
  ongoing_pph: number;
  /** Cents per month of all charged volumes. */
  volume_month_cents: number;
  /** Null when nothing is charged. */
  seconds_left: number | null;
  low_balance: LowBalance;
  /** Top-ups that are not yet settled. */
  dollars_pending: number;
}
