import { centsToUnits, asPphCents, asUnits, type Units, unitsFor } from "../units";
import { settlement } from "../charge";

/** Times are epoch seconds. */
export interface ChargedInterval {
  from: number;
  to: number;
  units: Units;
}

/** A stretch in which the task ran, by its stored history: it is charged from its first whole second. */
export interface Run {
  from: number;
  /** When the history says that it was over; null while it lasts. */
  until: number | null;
}

/** What is stored about a task's charges in one month. */
interface TaskFacts {
  /** Cents per hour of all GPUs. */
  pph: number;
  gpus: number;
  /** Cents per GPU-hour when it was accepted: never is more charged (B14). */
  acceptedGpuPph: number;
  runs: readonly Run[];
  /** No second from here on is charged: the stop request or the end; null before. */
  stopAt: number | null;
  /** What was charged before the month began. */
  before: { seconds: number; to: number | null };
  intervals: readonly ChargedInterval[];
  /** What the ledger took in the month, and gave back of the last cent in it; both 0 or more. */
  ledger: { charged: Units; givenBack: Units };
  /** Settled by the month's end: the rest of a cent has gone back (B4). `inMonth` when that was in this month. */
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
  /** By run: its charged seconds in the month, and what they cost at the task's price. */
  stretches: Stretch[];
  seconds: number;
  charged: Units;
  givenBack: Units;
  /** What the line should be: less than 0 is taken from the balance. */
  units: Units;
  /** What the ledger says it is. */
  ledgerUnits: Units;
  /** Ledger less recomputed: 0 is right. */
  difference: Units;
  checks: Check[];
}

/**
 * Works out again what a task cost in a month: from its stored history, the reports of its nodes as they were kept with
 * each charge, and its price; the ledger's own figures are only compared (B1, B2, B3, B4).
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

/** From the run's own beginning, or from where the months before ended, to the last second that reports covered. */
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
      text: "Every charged second lies in a period in which the task ran.",
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
    { text: "The ledger charged what the intervals say.", holds: sum === ledger.charged },
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
