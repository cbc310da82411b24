import { db } from "~/platform/db.server";

/**
 * SQL that takes a shared lock for a transaction that stores events, until its end. Ids are assigned before the commit,
 * so a later id may become visible before an earlier one. The lock shows which transactions may still add a lower id.
 */
export const STORE_EVENTS = `select pg_advisory_xact_lock_shared(hashtext('usage_event'), 0)`;

/** Transactions that are storing events: those that hold the lock, not those that wait for it. */
const STORING = `
  select virtualtransaction as id from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = hashtext('usage_event')::bigint & 4294967295 and objid = 0 and objsubid = 2 and granted`;

const LOOKS = 40;
const BETWEEN_LOOKS_S = 0.025;

/**
 * Returns the largest id up to which every event is final; null while a storing transaction takes too long. It waits
 * for the transactions that were storing when the id was read; later ones get larger ids. Nobody waits for this call.
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
