import { asUnits, type Cents, centsToDollars, type Units, unitsToDollars2, unitsToDollars4 } from "~/money/units";

export type TransactionStatus = "Incident" | "Working" | "Finished" | "";

interface NodeCounts {
  nodes_working: number;
  nodes_finished_correctly: number;
  nodes_incident: number;
}

/** The documented label of a transaction: the first matching condition (6.3). */
export function statusOf(row: NodeCounts): TransactionStatus {
  if (row.nodes_incident > 0) return "Incident";
  if (row.nodes_working > 0) return "Working";
  return row.nodes_finished_correctly > 0 ? "Finished" : "";
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
