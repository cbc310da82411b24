import { centsToUnits, asPphCents, asUnits, type Units, unitsFor } from "~/money/units";
import { settlement } from "~/money/charge";

/** Times are epoch seconds. */
export interface ChargedInterval {
  from: number;
  to: number;
  units: Units;
}

/** A period in which the task ran, according to its stored history; charged from its first whole second. */
export interface Run {
  from: number;
  /** End of the period; null while it lasts. */
  until: number | null;
}

/** The stored data of a task's charges in one month. */
interface TaskFacts {
  /** Cents per hour of all GPUs. */
  pph: number;
  gpus: number;
  /** Cents per GPU-hour at acceptance: the charge never exceeds it (B14). */
  acceptedGpuPph: number;
  runs: readonly Run[];
  /** The stop request or the end: no second from here on is charged; null before. */
  stopAt: number | null;
  /** Charges before the month. */
  before: { seconds: number; to: number | null };
  intervals: readonly ChargedInterval[];
  /** The ledger's charges of the month, and the returned fraction of the last cent; both 0 or more. */
  ledger: { charged: Units; givenBack: Units };
  /** Settled by the end of the month: the fraction of a cent was returned (B4). `inMonth` if within this month. */
  settled: { billedCents: bigint; inMonth: boolean } | null;
}

interface Stretch {
  from: number;
  to: number;
  seconds: number;
  units: Units;
}

interface Check {
  text: string;
  holds: boolean;
}

export interface Recomputed {
  /** Per run: its charged seconds in the month, and their cost at the task's price. */
  stretches: Stretch[];
  seconds: number;
  charged: Units;
  givenBack: Units;
  /** Expected amount of the line: negative if it is taken from the balance. */
  units: Units;
  /** The amount in the ledger. */
  ledgerUnits: Units;
  /** The ledger's amount minus the recalculated one; must be 0. */
  difference: Units;
  checks: Check[];
}

/**
 * Recalculates what a task cost in a month from its stored history, the node reports stored with each charge, and its
 * price. The ledger's figures are only compared (B1, B2, B3, B4).
 */
export function recomputeTask(facts: TaskFacts): Recomputed {
  const rate = asPphCents(facts.pph);
  const stretches = facts.runs.flatMap((run, index) => stretchOf(run, facts.runs[index + 1], facts));
  const seconds = stretches.reduce((sum, stretch) => sum + stretch.seconds, 0);
  const charged = unitsFor(rate, seconds);
  const whole = settlement(unitsFor(rate, facts.before.seconds + seconds));
  const givenBack = facts.settled?.inMonth ? whole.remainder : asUnits(0n);
  const units = asUnits(givenBack - charged);
  const ledgerUnits = asUnits(facts.ledger.givenBack - facts.ledger.charged);
  const difference = asUnits(ledgerUnits - units);
  const checks = [...checksOf(facts, stretches), ...checksOfEnd(facts, whole.billed)];
  return { stretches, seconds, charged, givenBack, units, ledgerUnits, difference, checks };
}

/**
 * Returns the charged stretch of a run: from its start, or the end of the earlier months, to the last second covered by
 * reports.
 */
function stretchOf(run: Run, next: Run | undefined, { pph, before, intervals }: TaskFacts): Stretch[] {
  const own = intervals.filter(({ to }) => to > run.from && (!next || to <= next.from));
  if (own.length === 0) return [];
  const from = before.to === null ? run.from : Math.max(run.from, before.to);
  const to = own.reduce((last, interval) => Math.max(last, interval.to), from);
  return [{ from, to, seconds: to - from, units: unitsFor(asPphCents(pph), to - from) }];
}

function checksOf(
  { pph, gpus, acceptedGpuPph, intervals, runs, stopAt, before, ledger }: TaskFacts,
  stretches: Stretch[],
): Check[] {
  const rate = asPphCents(pph);
  const sum = intervals.reduce((total, interval) => total + interval.units, 0n);
  const last = intervals.reduce((latest, interval) => Math.max(latest, interval.to), 0);
  return [
    {
      text: "The price is at most the one the task was accepted at.",
      holds: gpus > 0 && pph <= acceptedGpuPph * gpus,
    },
    {
      text: "Each interval costs its seconds at the task's price.",
      holds: intervals.every(({ from, to, units }) => units === unitsFor(rate, to - from)),
    },
    { text: "No second is charged twice.", holds: followEachOther(intervals, before.to) },
    {
      text: "Every charged second is in a period in which the task ran.",
      holds:
        intervals.every((interval) => stretches.some(({ from, to }) => interval.from >= from && interval.to <= to)) &&
        stretches.every(({ from, to }) =>
          runs.some((run) => from >= run.from && (run.until === null || to <= run.until)),
        ),
    },
    {
      text: "Nothing is charged after the stop request or the end.",
      holds: stopAt === null || last <= stopAt,
    },
    { text: "The ledger's charge matches the intervals.", holds: sum === ledger.charged },
  ];
}

function followEachOther(intervals: readonly ChargedInterval[], before: number | null): boolean {
  let last = before ?? 0;
  for (const { from, to } of intervals) {
    if (from < last || to <= from) return false;
    last = to;
  }
  return true;
}

function checksOfEnd({ settled }: TaskFacts, billed: bigint): Check[] {
  if (!settled) return [];
  return [
    {
      text: "The final bill is in whole cents.",
      holds: centsToUnits(settled.billedCents) === centsToUnits(billed),
    },
  ];
}
