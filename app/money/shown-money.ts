import { coveredUntil, type ChargedTask } from "./charge";
import { asPphCents, asUnits, centsToUnits, type Units, unitsFor, wholeCents } from "./units";

/** A task's charges up to the second of a reading, and how they continue. */
export interface ChargedNow {
  resv_guid: string;
  /** Cents per hour. */
  pph: number;
  /** Charged seconds at the second of the reading. */
  seconds: number;
  /** Epoch second after which it costs nothing; null while unknown. */
  until_ts: number | null;
}

/**
 * A reading of a tenant's money. Screens compute every amount from it, at its second and later. They treat each task as
 * if it ended at that second and its fraction of a cent were returned (B4, decision 0248).
 */
export interface MoneyReading {
  /** Epoch second of the reading. */
  at_ts: number;
  /** Whole cents of the balance if the tasks in `charged` had cost nothing. */
  cents_before: number;
  charged: ChargedNow[];
  /** Epoch second at which the money ends (B8): nothing costs more after that. */
  ends_ts: number | null;
}

export interface Charge {
  seconds: number;
  /** Whole cents. */
  cents: number;
}

/** Whole cents that charged seconds cost at a price in cents per hour: the bill of a task that ends there. */
export function costCents({ pph, seconds }: { pph: number; seconds: number }): number {
  return Number(wholeCents(unitsFor(asPphCents(pph), seconds)));
}

/** The charges of each task at a second that is not before the reading. */
export function chargesAt({ at_ts, charged, ends_ts }: MoneyReading, ts: number): Map<string, Charge> {
  const until = Math.min(ts, ends_ts ?? Infinity);
  return new Map(
    charged.map(({ resv_guid, pph, seconds, until_ts }) => {
      const passed = Math.max(0, Math.min(until, until_ts ?? Infinity) - at_ts);
      return [resv_guid, { seconds: seconds + passed, cents: costCents({ pph, seconds: seconds + passed }) }];
    }),
  );
}

/** The shown balance at a second, in whole cents. */
export function balanceCentsAt(reading: MoneyReading, ts: number): number {
  let cents = reading.cents_before;
  for (const charge of chargesAt(reading, ts).values()) cents -= charge.cents;
  return cents;
}

interface Stored {
  balanceUnits: Units;
  /** Debt as a positive amount. */
  owedUnits: Units;
  /** `charged_seconds` were posted before `from`. */
  tasks: readonly (ChargedTask & { resv_guid: string; charged_seconds: number })[];
}

/** Unposted units of a task's shown cost; below 0 if the ledger holds a fraction of a cent more. */
export interface Unposted {
  resvGuid: string;
  units: Units;
}

/** Returns unposted costs; takes stored tasks and their reading in the same order. */
export function unpostedOf(tasks: Stored["tasks"], charged: readonly ChargedNow[]): Unposted[] {
  return tasks.map(({ resv_guid: resvGuid, pph, charged_seconds }, at) => {
    const shown = charged[at];
    const cents = shown ? costCents(shown) : 0;
    return { resvGuid, units: asUnits(centsToUnits(BigInt(cents)) - unitsFor(asPphCents(pph), charged_seconds)) };
  });
}

/** Computes the reading at a second. Nothing costs anything after the money has ended (B8). */
export function readingAt({ balanceUnits, owedUnits, tasks }: Stored, atTs: number): Omit<MoneyReading, "ends_ts"> {
  const covered = tasks.length === 0 ? atTs : coveredUntil(balanceUnits, tasks, atTs);
  const posted = tasks.reduce((sum, { pph, charged_seconds }) => sum + unitsFor(asPphCents(pph), charged_seconds), 0n);
  return {
    at_ts: atTs,
    cents_before: Number(wholeCents(asUnits(balanceUnits - owedUnits + posted))),
    charged: tasks.map(({ resv_guid, pph, charged_seconds, from, until }) => ({
      ...{ resv_guid, pph },
      seconds: charged_seconds + Math.max(0, Math.min(covered, until ?? Infinity) - from),
      until_ts: until,
    })),
  };
}
