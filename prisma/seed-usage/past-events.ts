import type { Chance } from "~/platform/chance";
import { demoEvent, type DemoEvent, type DemoUser } from "./one-event";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 90;
/** Events of a working day, at first and now. */
const [AT_FIRST, NOW] = [75, 190];
const WEEKEND = 0.3;
/** Relative use at each hour of a UTC day. */
const HOURS = [2, 1, 1, 1, 2, 4, 8, 14, 22, 26, 27, 24, 20, 23, 26, 25, 22, 18, 14, 11, 9, 7, 5, 3] as const;
/** The last minutes are close enough for charts of minutes. */
const RECENT = { minutes: 120, events: 240 };
/** An hour in which one user has five times the usual use. */
const RUSH = { daysAgo: 1.1, events: 40 };

/** A user of the demo and when they joined. */
export interface PastUser extends DemoUser {
  since: Date;
}

/**
 * Creates the events of 90 days, in order of time: more from week to week, fewer at night and on weekends, some in each
 * hour.
 */
export function pastEvents(chance: Chance, users: readonly PastUser[], now: Date): DemoEvent[] {
  const events: DemoEvent[] = [];
  const add = (ms: number) => {
    const there = users.filter(({ since }) => since.getTime() < ms);
    const [first, ...rest] = there;
    if (first && ms < now.getTime())
      events.push(demoEvent(chance, someone(chance, [first, ...rest]), new Date(ms), now));
  };
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const startMs = today - daysAgo * DAY_MS;
    const weekday = new Date(startMs).getUTCDay();
    const usual = AT_FIRST + ((NOW - AT_FIRST) * (DAYS - daysAgo)) / DAYS;
    const count = Math.round(usual * (weekday % 6 === 0 ? WEEKEND : 1) * (chance.whole(85, 115) / 100));
    for (let number = 0; number < count; number += 1) add(startMs + timeOfDay(chance));
  }
  for (let number = 0; number < RECENT.events; number += 1)
    add(now.getTime() - chance.whole(1_000, RECENT.minutes * 60_000));
  const [rushing] = users;
  for (let number = 0; rushing && number < RUSH.events; number += 1)
    events.push(
      demoEvent(chance, rushing, new Date(now.getTime() - RUSH.daysAgo * DAY_MS + chance.whole(0, HOUR_MS)), now),
    );
  // An empty hour would look like an outage of the intake.
  const known = new Set(events.map(({ ts }) => Math.floor(ts.getTime() / HOUR_MS)));
  for (let hourMs = today - (DAYS - 1) * DAY_MS; hourMs < now.getTime(); hourMs += HOUR_MS)
    if (!known.has(hourMs / HOUR_MS)) add(hourMs + chance.whole(1, Math.min(HOUR_MS, now.getTime() - hourMs) - 1));
  return events.sort((one, other) => one.ts.getTime() - other.ts.getTime());
}

/** Chooses a user; the first of the list have the most use. */
function someone(chance: Chance, users: readonly [PastUser, ...PastUser[]]): PastUser {
  const share = chance.whole(0, 9_999) / 10_000;
  return users[Math.floor(share ** 1.7 * users.length)] ?? users[0];
}

function timeOfDay(chance: Chance): number {
  let left = chance.whole(
    1,
    HOURS.reduce<number>((sum, weight) => sum + weight, 0),
  );
  const hour = HOURS.findIndex((weight) => (left -= weight) <= 0);
  return hour * HOUR_MS + chance.whole(0, HOUR_MS - 1);
}
