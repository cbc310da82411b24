import type { TransactionKind } from "~/money/transaction-kinds";
import type { Units } from "~/money/units";
import type { Month } from "./month";

/** A movement of the balance: one task in the month, or one credit or debit. */
export interface StatementLine {
  /** The resv_guid of a task, or the number of the ledger transaction. */
  id: string;
  kind: TransactionKind;
  /** When the task began, as on Billing, or the start of the month if earlier; else when it was posted. */
  at: Date;
  /** The task's name, or the ledger's text. */
  text: string;
  /** Its change of the balance: above 0 is a credit. */
  units: Units;
  /** The part that paid or made debt; the rest changed the balance itself. */
  owedUnits: Units;
  /** For a task: seconds charged in the month, cents per hour of all its GPUs, and its GPUs; else 0. */
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
  /** Whether the month has not ended: more may follow. */
  soFar: boolean;
  /** When it was read. */
  at: Date;
  opening: StatementBalance;
  /** Sorted by date. */
  lines: StatementLine[];
  closing: StatementBalance;
}
