import { type AskedRange, askedRange, dayOf, type Days, daysUntil, FIRST_DAY } from "~/platform/day-range";

/** A range of more than a year is cut to its last days, because a screen shows each day. */
export const USAGE_DAYS_MAX = 366;

export interface UsageDays {
  asked: AskedRange;
  days: Days;
  /** True if more days were requested. */
  cut: boolean;
}

/**
 * The days of an address, thirty if it names none; no day after today, since only a wrong clock could produce data
 * there.
 */
export function askedUsageDays(search: URLSearchParams, now: Date): UsageDays {
  const asked = askedRange(search, now, "30");
  const today = dayOf(now);
  const { start, end } = asked.days ?? { start: FIRST_DAY, end: today };
  const last = end > today ? today : end;
  const earliest = daysUntil(last, USAGE_DAYS_MAX).start;
  const first = start > last ? last : start;
  return { asked, days: { start: first < earliest ? earliest : first, end: last }, cut: first < earliest };
}
