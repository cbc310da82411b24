import { db, type Tx, transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { readSettledId } from "./event-order.server";
import { ROLL_UP } from "./inside/sums/roll-up-sql";
import { noteSummed } from "./inside/note-batch.server";
import { moveWindows } from "./inside/sums/windows.server";

/** Events of one transaction; more are left to the next. */
const AT_ONCE = 20_000n;
/**
 * Duration after which a call starts no further transaction and leaves the rest to the next tick, so that the tick
 * reports in time.
 */
const LONG_MS = 1_000;

/** A user's active day, `YYYY-MM-DD` in UTC. */
interface ActiveDay {
  userId: number;
  day: string;
}

interface RollUp {
  now: Date;
  /** Notes active days (A9), in the transaction of the sums: no crash loses a day. */
  recordActive?: (tx: Tx, days: readonly ActiveDay[]) => Promise<void>;
}

/**
 * Adds new events to the sums by minute, hour, day and month, each in exactly the one transaction that moves the cursor
 * past it (A18). A late event corrects its points. @returns the number of added events.
 */
export async function rollUp(given: RollUp): Promise<number> {
  const startedMs = performance.now();
  const settled = await readSettledId();
  if (settled === null) return 0;
  let events = 0;
  for (;;) {
    const added = await transaction((tx) => rollUpNext(tx, settled, given));
    if (added === null) return events;
    events += added;
    if (performance.now() - startedMs > LONG_MS) return events;
  }
}

/** @returns null when all up to `settled` is in the sums. */
async function rollUpNext(tx: Tx, settled: bigint, { now, recordActive }: RollUp): Promise<number | null> {
  const from = await lockCursor(tx);
  await moveWindows(tx, now);
  if (from >= settled) {
    await tx.query(`update usage_cursor set at = $1 where id = 1`, [now]);
    return null;
  }
  const upTo = from + AT_ONCE < settled ? from + AT_ONCE : settled;
  const { first, last } = await readSpan(tx, from, upTo);
  let events = 0;
  if (first) {
    // Larger than the default, so that tens of thousands of rows are sorted in memory.
    await tx.query(`set local work_mem = '64MB'`);
    const [added] = await tx.query<{ events: number; userIds: number[]; days: string[] }>(ROLL_UP, [
      from,
      upTo,
      first,
      last,
    ]);
    events = added?.events ?? 0;
    const days = added?.userIds.map((userId, index) => ({ userId, day: added.days[index] ?? "" })) ?? [];
    if (days.length > 0) await recordActive?.(tx, days);
    await noteSummed(tx, { from, upTo, first, last, now });
    if (events > 0) await announce(tx, [{ entity: "usage", key: "usage" }]);
  }
  await tx.query(`update usage_cursor set event_id = $1 where id = 1`, [upTo]);
  return events;
}

/** Locks the cursor until the transaction ends: one writer of sums at a time. */
export async function lockCursor(tx: Tx): Promise<bigint> {
  const [cursor] = await tx.query<{ from: bigint }>(
    `select event_id as "from" from usage_cursor where id = 1 for update`,
  );
  if (!cursor) throw new Error("the cursor of the sums of usage is missing");
  return cursor.from;
}

/**
 * Reads the first and last time of these events from the events themselves: the sums' statement is then planned for a
 * day or two, not for all. A clock cannot give them, since a jump would skip events. It is planned once, because
 * planning over all days takes longer than the search.
 */
async function readSpan(tx: Tx, from: bigint, upTo: bigint): Promise<{ first: Date | null; last: Date | null }> {
  await tx.query(`set local plan_cache_mode = force_generic_plan`);
  const [span] = await tx.prepared.query<{ first: Date | null; last: Date | null; events: number }>(
    `select min(ts) as first, max(ts) as last, count(*)::int as events from usage_event where id > $1 and id <= $2`,
    [from, upTo],
  );
  await tx.query(`set local plan_cache_mode = auto`);
  return span ?? { first: null, last: null };
}

/** Reads the delay of the sums: seconds since they last included everything. */
export async function readRollUpLag({ now }: { now: Date }): Promise<number> {
  const [row] = await db.query<{ lag: number }>(
    `select greatest(0, extract(epoch from $1::timestamptz - at))::float as lag from usage_cursor`,
    [now],
  );
  return row?.lag ?? 0;
}
