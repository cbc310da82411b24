import type { DayOfPart, StatusPart } from "~/fleet/inside/status/read-status.server";

const DAY_MS = 86_400_000;
/** Minutes per day: a shorter outage would round to nothing. */
const TROUBLE_MIN = 1;

export interface DayBar {
  day: string;
  state: StatusPart["state"];
  /** The share of known minutes without an outage; null if none is known. */
  up: number | null;
}

/** The last `count` days up to that of `atMs`, oldest first, including unknown ones. */
export function dayBars(days: DayOfPart[], { count, atMs }: { count: number; atMs: number }): DayBar[] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(atMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const one = known.get(day);
    return { day, state: one ? stateOf(one) : "unknown", up: one ? upShare([one]) : null };
  });
}

/** The share over all known minutes of these days; null if none is known. */
export function upShare(days: DayOfPart[]): number | null {
  const down = days.reduce((sum, one) => sum + one.down, 0);
  const all = days.reduce((sum, one) => sum + one.well + one.degraded + one.down, 0);
  return all === 0 ? null : (all - down) / all;
}

/** `99.97%`; never 100% if a minute is missing. */
export function upText(up: number | null): string {
  return up === null ? "no data" : `${up === 1 ? "100" : (Math.floor(up * 10_000) / 100).toFixed(2)}%`;
}

function stateOf({ well, degraded, down }: DayOfPart): DayBar["state"] {
  if (down >= TROUBLE_MIN) return "down";
  if (degraded >= TROUBLE_MIN) return "degraded";
  return well > 0 ? "well" : "unknown";
}
