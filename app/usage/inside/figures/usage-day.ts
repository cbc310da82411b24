import { isDay } from "~/platform/day-range";

/** Formats a day for `api-stats`: `YYYYMMDD`, UTC. */
export function compactDay(day: string): string {
  return day.replaceAll("-", "");
}

/** `YYYY-MM-DD` of `YYYYMMDD`; null if it is not a day of the calendar. */
export function dayOfCompact(given: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(given) ?? [];
  if (year === undefined || year === "0000") return null;
  const text = `${year}-${month}-${day}`;
  return isDay(text) ? text : null;
}
