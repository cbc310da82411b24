import { wallSeconds } from "~/platform/time-zone";
import type { QuietHours } from "./rule";

const MINUTE_S = 60;
const DAY_MINUTES = 1440;

/** Checks whether it is within quiet hours at that moment, by the wall clock of their zone; they may span midnight. */
export function isQuiet({ quietFrom, quietTo, quietZone }: QuietHours, now: Date): boolean {
  if (quietFrom === null || quietTo === null) return false;
  const wall = wallSeconds(Math.floor(now.getTime() / 1000), quietZone);
  const minute = Math.floor(wall / MINUTE_S) % DAY_MINUTES;
  return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
}
