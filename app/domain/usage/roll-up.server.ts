import { db, errorCode, type Tx, transaction } from "~/db.server";
import { announce } from "~/domain/announce.server";
import { HOLD_NEW_EVENTS } from "./event-order.server";
import { MINUTE_DAYS, USAGE_PAST_DAYS } from "./grains";
import { ROLL_UP } from "./roll-up-sql";

/** Events of one transaction; more are left to the next. */
const AT_ONCE = 50_000n;
/** Transactions of one call. */
const MOST_TURNS = 20;
const LOCK_TIMEOUT = "55P03";

/**
 * Adds the events that came since the last time to the sums by minute, hour, day and month, each in exactly the one
 * transaction that moves the cursor past it (A18). A late event corrects the points that it belongs to.
 * @returns how many events were added.
 */
export async function rollUp({ now }: { now: Date }): Promise<number> {
  const settled = await readSettledId();
  let events = 0;
  for (let turn = 0; settled !== null && turn < MOST_TURNS; turn += 1) {
    const added = await transaction((tx) => rollUpNext(tx, settled, now));
    if (added === null) break;
    events += added;
  }
  return events;
}

/** The largest id below which no event can come any more; null while somebody who stores events does not get on. */
async function readSettledId(): Promise<bigint | null> {
  try {
    return await transaction(async (tx) => {
      await tx.query("set local lock_timeout = '2s'");
      await tx.query(HOLD_NEW_EVENTS);
      const [row] = await tx.query<{ id: bigint }>(
        `select case when is_called then last_value else 0 end as id from usage_event_id_seq`,
      );
      return row?.id ?? 0n;
    });
  } catch (error) {
    if (errorCode(error) === LOCK_TIMEOUT) return null;
    throw error;
  }
}

/** @returns null when all up to `settled` is in the sums. */
async function rollUpNext(tx: Tx, settled: bigint, now: Date): Promise<number | null> {
  const [cursor] = await tx.query<{ from: bigint; at: Date }>(
    `select event_id as "from", at from usage_cursor where id = 1 for update`,
  );
  if (!cursor) return null;
  const { from } = cursor;
  if (from >= settled) {
    await tx.query(`update usage_cursor set at = $1 where id = 1`, [now]);
    return null;
  }
  const upTo = from + AT_ONCE < settled ? from + AT_ONCE : settled;
  await moveWindows(tx, now);
  const oldest = new Date(cursor.at.getTime() - (USAGE_PAST_DAYS + 1) * 86_400_000);
  const oldestMinute = new Date(now.getTime() - MINUTE_DAYS * 86_400_000);
  const [added] = await tx.query<{ events: number }>(ROLL_UP, [from, upTo, oldest, oldestMinute]);
  await tx.query(`update usage_cursor set event_id = $1 where id = 1`, [upTo]);
  if (added && added.events > 0) await announce(tx, [{ entity: "usage", key: "usage" }]);
  return added?.events ?? 0;
}

/** Takes the points that have left the windows since the last time off their sums. */
export async function moveWindows(tx: Tx, now: Date): Promise<void> {
  const moved = await tx.query<{ span: string }>(
    `with moved as (
       select span, grain, first_at as old_at,
         (date_trunc(grain, $1::timestamptz at time zone 'UTC') - (points - 1) * ('1 ' || grain)::interval) at time zone 'UTC' as new_at
       from usage_window for update
     ), leaving as (
       select m.span, u.user_id, sum(u.events) as events, sum(u.calls) as calls, sum(u.coins) as coins
       from moved m join usage_by_user u on u.grain = m.grain and u.at >= m.old_at and u.at < m.new_at group by 1, 2
     ), taken as (
       update usage_window_user w set events = w.events - l.events, calls = w.calls - l.calls, coins = w.coins - l.coins
       from leaving l where w.span = l.span and w.user_id = l.user_id
     )
     update usage_window w set first_at = m.new_at from moved m where m.span = w.span and m.new_at > m.old_at
     returning w.span`,
    [now],
  );
  if (moved.length === 0) return;
  await tx.query(`delete from usage_window_user where span = any($1) and events = 0`, [moved.map(({ span }) => span)]);
}

/** How far the sums are behind: seconds since everything was in them last. */
export async function readRollUpLag({ now }: { now: Date }): Promise<number> {
  const [row] = await db.query<{ lag: number }>(
    `select greatest(0, extract(epoch from $1::timestamptz - at))::float as lag from usage_cursor`,
    [now],
  );
  return row?.lag ?? 0;
}
