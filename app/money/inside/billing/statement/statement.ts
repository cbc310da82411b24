import type { TransactionKind } from "~/money/transaction-kinds";
import type { Units } from "~/money/units";
import type { Month } from "./month";

/** A movement of the balance: one task in the month, or one credit or debit. */
export interface StatementLine {
  /** The resv_guid of a task, or the number of the ledger transaction. */
  id: string;
  kind: TransactionKind;
  /** Start of the task, as on Billing, or of the month if that is later; otherwise the time of posting. */
  at: Date;
  /** The task's name, or the ledger's text. */
  text: string;
  /** Change of the balance: above 0 is a credit. */
  units: Units;
  /** The part that paid debt or added to it; the rest changed the balance. */
  owedUnits: Units;
  /**
   * Seconds of the task charged in the month. `pph` is cents per hour of all its GPUs. All three are 0 for other lines.
   */
  seconds: number;
  pph: number;
  gpus: number;
}

/** A tenant's balance less its debt. */
export interface StatementBalance {
  units: Units;
  /** 0 or less: the part of `units` that is debt. */
  owedUnits: Units;
}

/** Every movement of a tenant in one month (UTC). Opening plus all lines equals closing, to the last unit. */
export interface Statement {
  month: Month;
  tenantName: string;
  /** True while the month lasts: more lines may follow. */
  soFar: boolean;
  /** Time of the reading. */
  at: Date;
  opening: StatementBalance;
  /** Sorted by date. */
  lines: StatementLine[];
  closing: StatementBalance;
}
