import { setTimeout as wait } from "node:timers/promises";
import { prepared } from "~/platform/db.server";

/**
 * Events that may be missing in the sums before senders are slowed: two seconds of a large intake. With half as many
 * the sums add fewer at once, which costs more for each.
 */
const FREE = 20_000;
/** Ten more of them delay a transaction by a millisecond. */
const EVENTS_PER_MS = 10;
const LONGEST_MS = 2_000;
/** Time between two looks of a sender that waits: the sums catch up in leaps. */
const LOOK_EVERY_MS = 50;

/** The delay of a transaction, in ms, while that number of events is missing in the sums. */
export function delayFor(missing: number): number {
  return Math.min(LONGEST_MS, Math.max(0, (missing - FREE) / EVENTS_PER_MS));
}

/** The events that the sums still lack; 0 if no worker has summed for a while, because then waiting helps nobody. */
export async function countMissing(): Promise<number> {
  const [row] = await prepared.query<{ missing: number }>(
    `select coalesce(last_value - (select event_id from usage_cursor), 0)::float8 as missing from usage_event_id_seq
     where exists (select from job_tick where job = 'usage' and at > clock_timestamp() - interval '30 seconds')`,
  );
  return row?.missing ?? 0;
}

/**
 * Waits the longer the more events are missing in the sums, and no longer than they are. Storing an event costs less
 * than summing it, so senders who push as hard as they can would leave the sums no processor (decision 0600).
 */
export async function keepPace(rest: (ms: number) => Promise<unknown> = wait): Promise<void> {
  for (let waitedMs = 0; waitedMs < delayFor(await countMissing()); waitedMs += LOOK_EVERY_MS)
    await rest(LOOK_EVERY_MS);
}
