import type { Tx } from "~/platform/db.server";
import { plainArray, textArray } from "./array-literal";

/** A key of an event in its source, and what the event says. */
export interface EventKey {
  sourceId: number;
  key: string;
  content: bigint;
}

export function keyName({ sourceId, key }: Pick<EventKey, "sourceId" | "key">): string {
  return `${sourceId} ${key}`;
}

/**
 * Takes keys for events, each of which is given once. One that another transaction is about to take is waited for; they are
 * asked for in one order, so that no two wait for each other.
 * @returns those that were taken before: few, as a rule.
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

/** Reads the content of the events whose keys are taken. */
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

function columnsOf(keys: readonly EventKey[]): [string, string] {
  return [plainArray(keys.map(({ sourceId }) => sourceId)), textArray(keys.map(({ key }) => key))];
}
