import type { MetricsRange } from "~/compute/inside/tasks/read-task-metrics.server";

/** Ranges of a task's charts, in seconds (4.3). */
export const RANGES: { seconds: MetricsRange; label: string }[] = [
  { seconds: 3600, label: "1 hour" },
  { seconds: 86_400, label: "24 hours" },
  { seconds: 604_800, label: "7 days" },
];

export function rangeOf(search: URLSearchParams): MetricsRange {
  return RANGES.find(({ seconds }) => String(seconds) === search.get("range"))?.seconds ?? 3600;
}
