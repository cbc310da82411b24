import type { Tx } from "~/platform/db.server";
import { plainArray, textArray } from "./array-literal";

/** The key of an event in its source, and the event's content. */
export interface EventKey {
  sourceId: number;
  key: string;
  content: bigint;
}

export function keyName({ sourceId, key }: Pick<EventKey, "sourceId" | "key">): string {
  return `${sourceId} ${key}`;
}

/**
 * Claims keys for events; each is claimed once. It waits for a key that another transaction is claiming. All claims
 * follow one order, so there is no deadlock. @returns the keys that were claimed before, usually few.
 */
export async function claimKeys(tx: Tx, keys: ReadonlyMap<string, EventKey>, now: Date): Promise<Set<string>> {
  if (keys.size === 0) return new Set();
  const inOrder = [...keys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
  const taken = await tx.prepared.query<{ sourceId: number; key: string }>(
    `with asked as (
       select source_id, key, content from unnest($1::int[], $2::text[], $3::bigint[]) as k(source_id, key, content)
     ), claimed as (
       insert into usage_key (source_id, key, content, day)
       select source_id, key, content, ($4::timestamptz at time zone 'UTC')::date from asked
       on conflict (source_id, key) do nothing returning source_id, key
     )
     select source_id as "sourceId", key from asked except all select source_id, key from claimed`,
    [...columnsOf(inOrder), plainArray(inOrder.map(({ content }) => content)), now],
  );
  return new Set(taken.map(keyName));
}

/** Reads the content of the events whose keys are claimed. */
export async function readKnownContents(tx: Tx, keys: readonly EventKey[]): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.prepared.query<EventKey>(
    `select k.source_id as "sourceId", k.key, k.content
     from unnest($1::int[], $2::text[]) as asked(source_id, key)
       join usage_key k on k.source_id = asked.source_id and k.key = asked.key`,
    columnsOf(keys),
  );
  return new Map(rows.map((row) => [keyName(row), row.content]));
}

/** Locks keys that are claimed, in one order, so that only one transaction at a time judges further events with them. */
export async function lockKeys(tx: Tx, keys: readonly EventKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.prepared.query(
    `select from usage_key k
     where (k.source_id, k.key) in (select * from unnest($1::int[], $2::text[]))
     order by k.source_id, k.key for no key update`,
    columnsOf(keys),
  );
}

function columnsOf(keys: readonly EventKey[]): [string, string] {
  return [plainArray(keys.map(({ sourceId }) => sourceId)), textArray(keys.map(({ key }) => key))];
}
