import { db, transaction } from "~/platform/db.server";
import { askEach } from "./inside/ask-each.server";
import { workOf } from "./event-work.server";
import { isLive, ProviderRefusesKey } from "./stripe-client.server";

const AT_ONCE = 100;
/** The wait after the first failure; it doubles up to an hour. */
const FIRST_WAIT_S = 10;
const LONGEST_WAIT_S = 3600;
const ERROR_MAX_CHARACTERS = 500;

interface StoredEvent {
  eventId: string;
  type: string;
  livemode: boolean;
  objectId: string;
  tries: number;
}

/**
 * Processes stored events that are not done: reads the object of each, then applies it and marks the event done in one
 * transaction (4.3). A failed event is retried without end: it may be money.
 * @returns the results by type, for metrics.
 */
export async function processEvents({
  now,
  clock = () => now,
}: {
  now: Date;
  /** Returns the time of each event's effect; a run may take long. */
  clock?: () => Date;
}): Promise<{ type: string; result: EventResult }[]> {
  const results: { type: string; result: EventResult }[] = [];
  await askEach(await takeDue(now), async (event) => {
    const { type } = event;
    try {
      results.push({ type, result: await workOn(event, clock()) });
    } catch (error) {
      results.push({ type, result: error instanceof ProviderRefusesKey ? "delayed" : "failed" });
      throw error;
    }
  });
  return results;
}

/** `delayed`: the provider refuses our key; the event is fine. */
type EventResult = "done" | "ignored" | "failed" | "delayed";

async function workOn(event: StoredEvent, now: Date): Promise<EventResult> {
  const prepare = workOf(event.type);
  // An event of the other mode does not concern this installation.
  const result = prepare && event.livemode === isLive() ? "done" : "ignored";
  try {
    const apply = result === "done" ? await prepare?.(event.objectId, now) : null;
    await transaction(async (tx) => {
      await apply?.(tx);
      await tx.query(`update webhook_event set state = $2, done_at = $3, error = '' where event_id = $1`, [
        event.eventId,
        result,
        now,
      ]);
      // Last, because all events of a type lock this row.
      await tx.query(
        `insert into webhook_event_sum as s (type, state, events) values ($1, $2, 1)
         on conflict (type, state) do update set events = s.events + 1`,
        [event.type, result],
      );
    });
    return result;
  } catch (error) {
    await db.query(`update webhook_event set error = $2 where event_id = $1 and state = 'received'`, [
      event.eventId,
      String(error).slice(0, ERROR_MAX_CHARACTERS),
    ]);
    throw error;
  }
}

/**
 * Claiming moves the next try, so that workers do not collide and a crash only delays it. Those that failed before come
 * last, in random order: the provider may never answer for some, and they must not keep others from their turn.
 */
async function takeDue(now: Date): Promise<StoredEvent[]> {
  return await db.query<StoredEvent>(
    `with due as (
       select event_id from webhook_event where state = 'received' and try_after <= $1
       order by created_at, event_id limit $2 for update skip locked
     ), taken as (
       update webhook_event set tries = tries + 1,
         try_after = $1::timestamptz + make_interval(secs => least($4, $3 * power(2, least(tries, 20))))
       from due where webhook_event.event_id = due.event_id returning webhook_event.*)
     select event_id as "eventId", type, livemode, object_id as "objectId", tries from taken
     order by error <> '', case when error = '' then created_at end, random()`,
    [now, AT_ONCE, FIRST_WAIT_S, LONGEST_WAIT_S],
  );
}
