import { dayOf, plusDays } from "~/platform/day-range";
import type { Seen } from "~/staff/user-filter";

/** The stored day of a user without visits (user_seen). */
export const NEVER = "2000-01-01";

/** The days, inclusive, of the last visit; null for any. */
export function seenDays(seen: Seen | "", now: Date): { from: string; to: string } | null {
  const today = dayOf(now);
  if (seen === "") return null;
  if (seen === "never") return { from: NEVER, to: NEVER };
  if (seen === "longer") return { from: plusDays(NEVER, 1), to: plusDays(today, -30) };
  return { from: plusDays(today, 1 - (seen === "today" ? 1 : Number(seen))), to: today };
}
