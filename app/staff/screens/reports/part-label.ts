import { dayText } from "~/platform/ui/day-text";
import { monthText } from "~/platform/utc-text";
import type { Split } from "~/staff/inside/reports/period";

/** The head of the column that names the parts. */
export const SPLIT_HEADS: Record<Split, string> = {
  day: "Day",
  week: "Week from",
  month: "Month",
  cluster: "Cluster",
  type: "GPU type",
};

/** Names of the splits in the titles of panels. */
export const SPLIT_WORDS: Record<Split, string> = {
  day: "day",
  week: "week",
  month: "month",
  cluster: "cluster",
  type: "GPU type",
};

/** Names a part of a report: `27.11.2026`, `November 2026`, a cluster, or what belongs to no cluster or GPU type. */
export function partLabel(key: string, split: Split): string {
  if (split === "month") return monthText(key);
  if (split === "day" || split === "week") return dayText(key);
  return key || "Volumes and other";
}
