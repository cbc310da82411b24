import { dayOf, plusDays } from "~/domain/day-range";
import type { Seen } from "./user-filter";

/** In the place of the day of who was never there (user_seen). */
export const NEVER = "2000-01-01";

/** The days, both included, within which the last visit lies; null for any. */
export function seenDays(seen: Seen | "", now: Date): { from: string; to: string } | null {
  const today = dayOf(now);
  if (seen === "") return null;
  if (seen === "never") return { from: NEVER, to: NEVER };
  if (seen === "longer") return { from: plusDays(NEVER, 1), to: plusDays(today, -30) };
  return { from: plusDays(today, 1 - (seen === "today" ? 1 : Number(seen))), to: today };
}
