import type { ChartRange } from "~/usage/inside/figures/chart-range";
import { formatDate, formatDayMonth, formatTime } from "~/platform/ui/format";

/** Ranges as the screen names them (10.1). */
export const RANGE_LABELS: Record<ChartRange, string> = {
  60: "2 hours",
  3600: "2 days",
  86400: "2 month",
  2592000: "Year",
};

/** Labels a point on the axis: `13:23`, `31.01 13:00`, `31.01`, `01.2024`. */
export function pointLabel(range: ChartRange, ts: number): string {
  if (range === 60) return formatTime(ts);
  if (range === 3600) return `${formatDayMonth(ts)} ${formatTime(ts)}`;
  return range === 86400 ? formatDayMonth(ts) : formatDate(ts).slice(3);
}
