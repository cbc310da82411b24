import type { MetricsRange } from "~/compute/inside/tasks/read-task-metrics.server";

/** Ranges of a task's charts, in seconds (4.3). */
export const RANGES: { seconds: MetricsRange; label: string }[] = [
  { seconds: 3600, label: "1 hour" },
  { seconds: 86_400, label: "24 hours" },
  { seconds: 604_800, label: "7 days" },
];

/** Returns the range in the address, else the shortest that shows the whole run of an ended task, in seconds. */
export function rangeOf(search: URLSearchParams, ranSeconds = 0): MetricsRange {
  const asked = RANGES.find(({ seconds }) => String(seconds) === search.get("range"));
  return (asked ?? RANGES.find(({ seconds }) => seconds >= ranSeconds))?.seconds ?? 604_800;
}
