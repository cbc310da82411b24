import { dayOf } from "~/platform/day-range";
import { type ActiveDay, recordActive } from "~/staff/record-active.server";
import { log } from "./log.server";

const RETRY_MS = 5_000;
/** Rows per statement; the next statement writes the rest. */
const AT_ONCE = 1_000;

/** The users noted today, whether their row is written or still waiting. */
let noted = { day: "", users: new Set<number>() };
let waiting: ActiveDay[] = [];
let writing: Promise<void> | null = null;
let retry: NodeJS.Timeout | null = null;

/**
 * Records that a user made a request today, by session or key (A9). The row is written in the background, once per user
 * and day in this process. Users who arrive while a statement runs share the next one. Failed writes are retried.
 */
export function noteActive(userId: number, now: Date): void {
  const day = dayOf(now);
  if (noted.day !== day) noted = { day, users: new Set() };
  if (noted.users.has(userId)) return;
  noted.users.add(userId);
  waiting.push({ userId, day });
  if (retry === null) writing ??= write();
}

/** Waits until all noted users are written or have failed; called before a stop. */
export async function writeNoted(): Promise<void> {
  if (retry !== null) clearTimeout(retry);
  retry = null;
  if (waiting.length > 0) writing ??= write();
  await writing;
}

async function write(): Promise<void> {
  // The request of this user comes first.
  await new Promise(setImmediate);
  try {
    while (waiting.length > 0) {
      const days = waiting.slice(0, AT_ONCE);
      await recordActive(days);
      waiting = waiting.slice(days.length);
    }
  } catch (error) {
    log.warn({ err: error, users: waiting.length }, "active users could not be written, trying again");
    retry = setTimeout(() => void writeNoted(), RETRY_MS).unref();
  } finally {
    writing = null;
  }
}
