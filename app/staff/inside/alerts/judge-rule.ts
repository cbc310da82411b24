import { type Condition, holds, isInScope, type Sample } from "./rule";

/** An open cause of a rule, as stored; pending while `openedAt` is null. */
export interface OpenCause {
  id: bigint;
  cause: string;
  cluster: string;
  value: number;
  since: Date;
  openedAt: Date | null;
}

export interface Verdict {
  /** Conditions that hold since now. */
  begin: (Sample & { value: number })[];
  /** Pending causes whose condition is over or unknown. */
  drop: bigint[];
  /** Open causes whose condition is over. */
  end: bigint[];
  /** Causes with another value than before. */
  changed: { id: bigint; value: number }[];
  /** Some pending cause has held for long enough. */
  isDue: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Judges a rule by what holds now and what is stored. The same input gives the same verdict, and a verdict that was
 * written gives an empty one next: a check that runs twice, late or after a restart changes nothing more.
 */
export function judgeRule(
  rule: Condition,
  samples: readonly Sample[],
  causes: readonly OpenCause[],
  now: Date,
): Verdict {
  const stored = new Map(causes.map((one) => [one.cause, one]));
  const known = new Map<string, Sample>();
  for (const sample of samples) if (isInScope(rule, sample)) known.set(sample.cause, sample);
  const verdict: Verdict = { begin: [], drop: [], end: [], changed: [], isDue: false };
  const isDue = (since: Date) => now.getTime() - since.getTime() >= rule.forMinutes * MINUTE_MS;
  for (const one of causes) {
    const value = known.get(one.cause)?.value;
    if (value === null) {
      if (!one.openedAt) verdict.drop.push(one.id);
    } else if (value === undefined || !holds(rule, value)) {
      (one.openedAt ? verdict.end : verdict.drop).push(one.id);
    } else {
      if (value !== one.value) verdict.changed.push({ id: one.id, value });
      verdict.isDue ||= !one.openedAt && isDue(one.since);
    }
  }
  for (const sample of known.values()) {
    const { cause, value } = sample;
    if (value === null || stored.has(cause) || !holds(rule, value)) continue;
    verdict.begin.push({ ...sample, value });
    verdict.isDue ||= rule.forMinutes === 0;
  }
  return verdict;
}

export function isEmpty({ begin, drop, end, changed, isDue }: Verdict): boolean {
  return begin.length + drop.length + end.length + changed.length === 0 && !isDue;
}
