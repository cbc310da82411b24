import type { TransactionKind } from "../transaction-kinds";
import type { Units } from "../units";
import type { Month } from "./month";

/** What moved the balance: one task in the month, or one credit or debit. */
export interface StatementLine {
  /** resv_guid of a task, or number of the ledger transaction. */
  id: string;
  kind: TransactionKind;
  /** When the task began, as on Billing, or the month where it began before; of anything else when it was posted. */
  at: Date;
  /** Name of the task, or what the ledger says. */
  text: string;
  /** What it did to the balance: more than 0 is a credit. */
  units: Units;
  /** The part that paid a debt or made one; the rest touched the balance itself. */
  owedUnits: Units;
  /** Of a task: seconds charged in the month, cents per hour of all its GPUs, and how many GPUs; else 0. */
  seconds: number;
  pph: number;
  gpus: number;
}

/** What a tenant had: the balance less what it owes. */
export interface StatementBalance {
  units: Units;
  /** 0 or less: the part of `units` that is debt. */
  owedUnits: Units;
}

/** Every movement of a tenant in one month (UTC). Opening and all lines are the closing, to the last unit. */
export interface Statement {
  month: Month;
  tenantName: string;
  /** The month has not ended: more may follow. */
  soFar: boolean;
  /** When it was read. */
  at: Date;
  opening: StatementBalance;
  /** In the order of their dates. */
  lines: StatementLine[];
  closing: StatementBalance;
}
