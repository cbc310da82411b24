const [MINUTE_S, HOUR_S, DAY_S] = [60, 3600, 86_400];

/** Spans of the charts, each with the unit of time that is kept for it. */
export const SPANS = {
  "24h": { label: "24 hours", words: "the last 24 hours", seconds: DAY_S, step: 5 * MINUTE_S, row: HOUR_S },
  "30d": { label: "30 days", words: "the last 30 days", seconds: 30 * DAY_S, step: 2 * HOUR_S, row: DAY_S },
  "13m": { label: "13 months", words: "the last 13 months", seconds: 395 * DAY_S, step: DAY_S, row: 30 * DAY_S },
} as const;

export type Span = keyof typeof SPANS;

export function spanOf(given: string | null): Span {
  return given !== null && Object.hasOwn(SPANS, given) ? (given as Span) : "24h";
}
