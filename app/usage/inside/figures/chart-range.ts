import type { Grain } from "~/usage/grains";

/** Ranges of the API charts, named by the seconds of a point (CHART_RANGES). */
export const CHART_RANGES = [60, 3600, 86400, 2592000] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

interface RangeFacts {
  grain: Grain;
  /** CHART_POINTS */
  points: number;
  /** The window in which the largest users are known. */
  span: string;
}

export const RANGE_FACTS: Record<ChartRange, RangeFacts> = {
  60: { grain: "minute", points: 100, span: "100m" },
  3600: { grain: "hour", points: 100, span: "100h" },
  86400: { grain: "day", points: 60, span: "60d" },
  2592000: { grain: "month", points: 12, span: "12mo" },
};

/** The range that an address names, in its listed form; null for any other. */
export function chartRange(given: string | null | undefined): ChartRange | null {
  return CHART_RANGES.find((range) => String(range) === given) ?? null;
}

/** Starts of the last points of a range, the present one included, oldest first: epoch seconds. Months are those of the calendar, UTC. */
export function pointsOf(range: ChartRange, now: Date): number[] {
  const { grain, points } = RANGE_FACTS[range];
  return Array.from({ length: points }, (_, at) => pointBefore(range, grain, now, points - 1 - at));
}

function pointBefore(range: ChartRange, grain: Grain, now: Date, back: number): number {
  if (grain === "month") return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1) / 1000;
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds - (seconds % range) - back * range;
}
