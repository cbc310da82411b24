import { dayMonth } from "~/platform/ui/day-text";

/**
 * Days on an axis as DD.MM (10). Over more than a year the same day comes twice, which would be one bar: then they are
 * written in full.
 */
export function axisDays(days: readonly string[]): string[] {
  const short = days.map(dayMonth);
  return new Set(short).size === short.length ? short : [...days];
}

/** Limit of labels along an axis of days. */
export const DAY_LABELS = 10;
