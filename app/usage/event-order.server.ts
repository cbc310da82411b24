import { db } from "~/platform/db.server";

/**
 * Takes the shared lock of a transaction that stores events, until its end. Ids of events are given before commit, so a
 * later id may be visible before an earlier one. The lock shows which transactions may still add a lower id.
 */
export const STORE_EVENTS = `select pg_advisory_xact_lock_shared(hashtext('usage_event'), 0)`;

/** Transactions that store events now; those that hold the lock, not those that wait for one. */
const STORING = `
  select virtualtransaction as id from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = hashtext('usage_event')::bigint & 4294967295 and objid = 0 and objsubid = 2 and granted`;

const LOOKS = 40;
const BETWEEN_LOOKS_S = 0.025;

/**
 * The largest id up to which every event is there for good; null while somebody who stores events takes too long. Nobody waits
 * for this: who stored when the id was read is waited for, who comes later has larger ids.
 */
export async function readSettledId(): Promise<bigint | null> {
  const [last] = await db.query<{ id: bigint }>(
    `select case when is_called then last_value else 0 end as id from usage_event_id_seq`,
  );
  let storing = await db.query<{ id: string }>(STORING);
  for (let look = 0; storing.length > 0 && look < LOOKS; look += 1) {
    storing = await db.query<{ id: string }>(
      `select storing.id from pg_sleep($2) slept, lateral (${STORING}) storing where storing.id = any($1)`,
      [storing.map(({ id }) => id), BETWEEN_LOOKS_S],
    );
  }
  return storing.length > 0 ? null : (last?.id ?? 0n);
}
