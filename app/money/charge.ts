import { type ChargedVolume, volumeCost } from "./volume-cost";
import { asPphCents, asUnits, type Cents, centsToUnits, type Units, unitsFor, wholeCents } from "./units";

/** INCIDENT_REFUND_S: how many charged seconds before the incident are refunded (B9). */
export const INCIDENT_REFUND_S = 900;

/** A task that costs money: charged up to `from`, never past `until`; null while it runs and reports. Epoch seconds. */
export interface ChargedTask {
  pph: number;
  from: number;
  until: number | null;
}

/**
 * Splits a finished task's charges into whole cents, which are billed, and the fraction of a cent, which is returned
 * (B4).
 */
export function settlement(charged: Units): { billed: Cents; remainder: Units } {
  const billed = wholeCents(charged);
  return { billed, remainder: asUnits(charged - centsToUnits(billed)) };
}

/** The charge of the last 900 charged seconds, at most the task's billed amount (B9). */
export function incidentRefund(task: { pph: number; chargedSeconds: number }): Units {
  return refundOf(task, INCIDENT_REFUND_S);
}

/** The charge of some of a finished task's seconds, at most its billed amount. */
export function refundOf(task: { pph: number; chargedSeconds: number }, seconds: number): Units {
  const asked = unitsFor(asPphCents(task.pph), Math.min(seconds, task.chargedSeconds));
  return least(asked, billedOf(task));
}

/** The whole cents charged for a task so far: what it is billed if it ends now. No more is ever given back (B19). */
export function billedOf(task: { pph: number; chargedSeconds: number }): Units {
  return centsToUnits(settlement(unitsFor(asPphCents(task.pph), task.chargedSeconds)).billed);
}

/** The part of a refund that is still due of a task, of which some was given back before. */
export function stillDue(refund: Units, task: { pph: number; chargedSeconds: number; givenBack: bigint }): Units {
  return least(refund, asUnits(billedOf(task) - task.givenBack));
}

function least(one: Units, other: Units): Units {
  return one < other ? one : other;
}

/** Returns the cost of tasks and volumes from the end of their charged time up to the whole second `to`. */
export function costUntil(tasks: readonly ChargedTask[], to: number, volumes: readonly ChargedVolume[] = []): Units {
  let cost = volumes.reduce((sum, volume) => sum + volumeCost(volume, to), 0n);
  for (const task of tasks) {
    const end = task.until === null ? to : Math.min(to, task.until);
    if (end > task.from) cost += unitsFor(asPphCents(task.pph), end - task.from);
  }
  return asUnits(cost);
}

/**
 * The last whole second, at most `latest`, at which the balance still covers all of a tenant's tasks and volumes (B8).
 */
export function coveredUntil(
  balance: Units,
  tasks: readonly ChargedTask[],
  latest: number,
  volumes: readonly ChargedVolume[] = [],
): number {
  if (costUntil(tasks, latest, volumes) <= balance) return latest;
  let covered = Math.min(...[...tasks, ...volumes].map(({ from }) => from));
  let short = latest;
  // Cost only grows with time, so bisection finds the second where it exceeds the balance.
  while (short - covered > 1) {
    const middle = Math.floor((covered + short) / 2);
    if (costUntil(tasks, middle, volumes) <= balance) covered = middle;
    else short = middle;
  }
  return covered;
}
