import { dayOf, momentsOf } from "~/platform/day-range";
import { USAGE_KINDS, type UsageKind } from "~/usage/grains";

/** Filter of events in an address and in the fields. */
export interface AskedDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** `hh:mm`, UTC; empty: from its start, or to its end. */
  from: string;
  to: string;
  kind: UsageKind | null;
  failed: boolean;
  /** Place where the previous page ended. */
  before: { tsMs: number; id: bigint } | null;
}

const MINUTE_MS = 60_000;
const LARGEST_ID = 2n ** 63n - 1n;

/**
 * Reads the filter. An invalid day means today, an invalid time is ignored, and an invalid place means the newest
 * event.
 */
export function askedDay(search: URLSearchParams, now: Date): AskedDay {
  const day = search.get("day")?.trim() ?? "";
  return {
    day: isDay(day) ? day : dayOf(now),
    from: timeIn(search, "from"),
    to: timeIn(search, "to"),
    kind: USAGE_KINDS.find((one) => one === search.get("kind")) ?? null,
    failed: search.get("failed") === "1",
    before: placeIn(search.get("before")),
  };
}

/** Returns the span from the first moment, inclusive, to the last, exclusive; `to` is the last displayed minute. */
export function spanOf({ day, from, to }: AskedDay): { from: Date; until: Date } {
  const { from: start, until: end } = momentsOf({ start: day, end: day });
  const at = (time: string) => new Date(start.getTime() + minutesOf(time) * MINUTE_MS);
  return { from: from === "" ? start : at(from), until: to === "" ? end : new Date(at(to).getTime() + MINUTE_MS) };
}

export function placeText({ ts, id }: { ts: Date; id: bigint }): string {
  return `${ts.getTime()}-${id}`;
}

function placeIn(given: string | null): AskedDay["before"] {
  const [, tsMs, id] = /^(\d{1,15})-(\d{1,19})$/.exec(given ?? "") ?? [];
  if (tsMs === undefined || id === undefined || BigInt(id) > LARGEST_ID) return null;
  return { tsMs: Number(tsMs), id: BigInt(id) };
}

function timeIn(search: URLSearchParams, name: string): string {
  const given = search.get(name)?.trim() ?? "";
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(given) ? given : "";
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}
