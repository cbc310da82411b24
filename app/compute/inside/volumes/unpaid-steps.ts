/** Days that an unpaid volume is kept, and days before its end at which its tenant is warned (17.4). */
const UNPAID_DAYS = 14;
const WARNING_DAYS = [14, 7, 1] as const;
export type WarningDays = (typeof WARNING_DAYS)[number];

const DAY_MS = 86_400_000;

export interface UnpaidVolume {
  /** Time since which it is unpaid. */
  unpaidAt: Date;
  /** Last warning, and its time; the first is given with the state. */
  warnedDays: number;
  warnedAt: Date;
}

type Step = { warn: WarningDays } | "delete";

/** Earliest time of its deletion: at least a day after the last warning, however late that was sent. */
export function deletionAt({ unpaidAt, warnedDays, warnedAt }: UnpaidVolume): Date {
  const planned = unpaidAt.getTime() + UNPAID_DAYS * DAY_MS;
  const last = WARNING_DAYS.at(-1) ?? 1;
  return new Date(warnedDays === last ? Math.max(planned, warnedAt.getTime() + last * DAY_MS) : planned);
}

/**
 * Finds the next step for an unpaid volume: the nearest warning not yet sent, or deletion a day after the last warning.
 * Null if no step is due. Call it again after each step. A late call may skip a warning, but never the last one.
 */
export function dueStep(volume: UnpaidVolume, now: Date): Step | null {
  const left = volume.unpaidAt.getTime() + UNPAID_DAYS * DAY_MS - now.getTime();
  const due = WARNING_DAYS.filter((days) => days < volume.warnedDays && left <= days * DAY_MS).at(-1);
  if (due !== undefined) return { warn: due };
  const warnedLast = volume.warnedDays === WARNING_DAYS.at(-1);
  return warnedLast && now >= deletionAt(volume) ? "delete" : null;
}
