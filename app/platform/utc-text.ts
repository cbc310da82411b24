import { startOf } from "./day-range";

/** `31.01.2024`, as on screens (10.1). */
export function utcDate(at: Date): string {
  const [year, month, day] = at.toISOString().slice(0, 10).split("-");
  return `${day}.${month}.${year}`;
}

/** `31.01.2024 11:20 UTC` */
export function utcDateTime(at: Date): string {
  return `${utcDate(at)} ${at.toISOString().slice(11, 16)} UTC`;
}

/** `November 2026` of any day of the month. */
export function monthText(day: string): string {
  return startOf(day).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
}
