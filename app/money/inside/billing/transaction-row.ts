import type { TransactionKind } from "~/money/transaction-kinds";
import { asUnits, type Cents, centsToDollars, type Units, unitsToDollars2, unitsToDollars4 } from "~/money/units";

type TransactionStatus = "Incident" | "Working" | "Finished" | "";

/** A row of GET /v1/billing-short (3.4), with its JSON names. */
export interface TransactionRow {
  /** Whole seconds. */
  time_s: number;
  /** Epoch seconds. */
  start_ts: number;
  task_name: string;
  nodes_working: number;
  nodes_finished_correctly: number;
  nodes_incident: number;
  /** Cents per hour. */
  pph: number;
  /** Dollars, up to 4 decimals. */
  dollars_est: number;
  /** Dollars taken from the balance, with up to 2 decimals; credits are negative. */
  dollars_billed: number;
  id: string;
  kind: TransactionKind;
  status: TransactionStatus;
}

interface NodeCounts {
  working: number;
  finished: number;
  incident: number;
}

/** The documented label of a transaction: the first matching condition (6.3). */
export function statusOf({ working, finished, incident }: NodeCounts): TransactionStatus {
  if (incident > 0) return "Incident";
  if (working > 0) return "Working";
  return finished > 0 ? "Finished" : "";
}

interface TaskMoney {
  /** Charged so far. */
  posted: Units;
  /** Unposted until now. */
  uncharged: Units;
  /** Null before settlement. */
  billed: Cents | null;
}

/** Returns a task's cost: estimated and posted while it lasts, and the same whole cents once settled (B4). */
export function dollarsOf({ posted, uncharged, billed }: TaskMoney): { est: number; billed: number } {
  if (billed !== null) return { est: centsToDollars(billed), billed: centsToDollars(billed) };
  return { est: unitsToDollars4(asUnits(posted + uncharged)), billed: unitsToDollars2(posted) };
}

/**
 * Returns the dollars that a credit or debit took from the balance. Credits are rounded towards 0, so that the shown
 * amount never exceeds the credit.
 */
export function dollarsTaken(units: Units): { est: number; billed: number } {
  if (units >= 0n) return { est: unitsToDollars4(units), billed: unitsToDollars2(units) };
  const given = asUnits(-units);
  return { est: minus(unitsToDollars4(given)), billed: minus(unitsToDollars2(given)) };
}

/** Avoids JavaScript's negative zero. */
function minus(dollars: number): number {
  return dollars === 0 ? 0 : -dollars;
}
