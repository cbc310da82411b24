import { type Days, startOf } from "~/platform/day-range";
import { formatDate, formatDayMonth } from "./format";

/** `31.01` of `2024-01-31`, as axes have it (10). */
export function dayMonth(day: string): string {
  return formatDayMonth(startOf(day).getTime() / 1000);
}

/** `31.01.2024` */
export function dayText(day: string): string {
  return formatDate(startOf(day).getTime() / 1000);
}

/** Formats a period: `01.01.2024 – 31.01.2024`, or a single day. */
export function periodText({ start, end }: Days): string {
  return start === end ? dayText(start) : `${dayText(start)} – ${dayText(end)}`;
}
