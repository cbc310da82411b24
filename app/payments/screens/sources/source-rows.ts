import { ALL_SOURCES, SOURCE_LABELS, type SignUpSource } from "~/accounts/sign-up-sources";
import { type AskedRange, type Days, startOf } from "~/platform/day-range";
import { pieOf } from "~/platform/ui/chart/figure";
import { formatDate, formatPercent } from "~/platform/ui/format";

export type SourceCounts = Record<SignUpSource, number>;

export interface CategoryRow {
  /** Null for the row of the total. */
  source: SignUpSource | null;
  label: string;
  count: number;
  percentage: string;
}

/** Builds a row for each source, and their exact total, however the others are rounded (10.1). */
export function categoryRows(counts: SourceCounts): CategoryRow[] {
  const total = totalOf(counts);
  return [
    ...ALL_SOURCES.map((source) => ({
      source,
      label: SOURCE_LABELS[source],
      count: counts[source],
      percentage: formatPercent(counts[source], total),
    })),
    { source: null, label: "Total", count: total, percentage: "100%" },
  ];
}

export function totalOf(counts: SourceCounts): number {
  return ALL_SOURCES.reduce((sum, source) => sum + counts[source], 0);
}

/** Draws a pie without a legend: its table has the colours. */
export function sourcesPie(counts: SourceCounts) {
  const pie = pieOf(ALL_SOURCES.map((source) => ({ label: SOURCE_LABELS[source], count: counts[source] })));
  return { ...pie, layout: { ...pie.layout, legend: false } };
}

/** The shown days for the status line; empty without a limit (10.1). */
export function sourcesNote({ days, name, typed, problem }: AskedRange): string {
  if (!days || problem) return "";
  const [from, to] = [dateOf(days.start), dateOf(days.end)];
  if (name !== null || (typed.start_date !== "" && typed.end_date !== "")) return `Showing data from ${from} to ${to}`;
  return typed.start_date !== "" ? `Showing data from ${from}` : `Showing data until ${to}`;
}

/** `2024-01-31` → `31.01.2024` */
export function dateOf(day: string): string {
  return formatDate(startOf(day).getTime() / 1000);
}

export type Plan = "PRO" | "FREE";

/** The list of users behind a figure. */
export function usersPath(given: { source?: SignUpSource | null; plan?: Plan; days: Days | null }): string {
  const { source, plan, days } = given;
  const query = new URLSearchParams({
    role: "customer",
    ...(source ? { source } : {}),
    ...(plan ? { status: plan.toLowerCase() } : {}),
    ...(days ? { start_date: days.start, end_date: days.end } : {}),
  });
  return `/dashboard/users?${query.toString()}`;
}
