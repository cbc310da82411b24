/** Time zones of browsers. A cookie tells the server, so that its HTML has local times from the second page on. */

import { MINUS } from "./cents-text";

export const ZONE_COOKIE = "millrace_zone";
export const UTC = "UTC";
const LASTS_S = 365 * 86_400;
const NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/;
const NAME_MAX = 64;

/** The cookie's time zone, or UTC if it is unknown here. */
export function zoneOf(cookie: string | null): string {
  return cookie !== null && cookie.length <= NAME_MAX && NAME.test(cookie) && clockOf(cookie) ? cookie : UTC;
}

export function zoneCookie(zone: string): string {
  return `${ZONE_COOKIE}=${zone}; Path=/; Max-Age=${LASTS_S}; SameSite=Lax`;
}

/** The wall-clock time of that zone, as epoch seconds that a UTC formatter prints. */
export function wallSeconds(epochSeconds: number, zone: string): number {
  return epochSeconds + offsetSeconds(epochSeconds, zone);
}

/** `UTC`, `UTC+1`, `UTC−3:30` at that moment: the same words on every machine, unlike names like CET. */
export function zoneText(epochSeconds: number, zone: string): string {
  const minutes = Math.round(offsetSeconds(epochSeconds, zone) / 60);
  if (minutes === 0) return UTC;
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `${UTC}${minutes < 0 ? MINUS : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

function offsetSeconds(epochSeconds: number, zone: string): number {
  const clock = zone === UTC ? null : clockOf(zone);
  if (!clock) return 0;
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    clock.format(epochSeconds * 1000).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(epochSeconds);
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();
/** Limits the cache: there are some 600 zones, but a client could send each name in many spellings. */
const CLOCKS_MAX = 1000;

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = makeClock(zone);
  if (clocks.size < CLOCKS_MAX) clocks.set(zone, made);
  return made;
}

/** Builds a clock of a zone. In American English it gives six numbers: month, day, year, hour, minute, second. */
function makeClock(timeZone: string): Intl.DateTimeFormat | null {
  const two = "2-digit" as const;
  try {
    return new Intl.DateTimeFormat("en-US", {
      ...{ timeZone, hourCycle: "h23", year: "numeric" },
      ...{ month: two, day: two, hour: two, minute: two, second: two },
    });
  } catch {
    return null;
  }
}
