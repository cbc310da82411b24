import type { Tx } from "~/platform/db.server";
import { M } from "~/usage/messages";
import { plainArray, textArray } from "./array-literal";
import { claimKeys, type EventKey, keyName, readKnownContents } from "./claim-keys.server";
import type { ReadEvent, UsageEvent } from "./event";
import { contentOf } from "./event-content.server";
import { type EventUser, findBegun, findEventUsers } from "./find-event-users.server";
import { intakeMessages as SAYS } from "~/usage/intake-messages";

/** The events of one request of a source. */
export interface Batch {
  sourceId: number;
  events: readonly ReadEvent[];
  receivedAt: Date;
}

/** An event to store: no other event has its key. */
export interface FreshEvent extends EventUser {
  event: UsageEvent;
  batch: Batch;
}

/** Per event of a batch: stored by this transaction, known already, or why it is rejected. */
export type Verdict = "accepted" | "duplicate" | { problem: string };

interface Entry extends EventKey {
  name: string;
  batch: Batch;
  event: UsageEvent;
  user: EventUser | null;
  problem: string | null;
  /** Receives the verdict. */
  tell: (verdict: Verdict) => void;
}

/**
 * Decides for each event whether it is stored (4.2, A17). A known event is a duplicate, even if it is too old by now or
 * its user has another address: a retry must not report a failure that never was. @param claims claims the keys;
 * without it they are only looked up.
 */
export async function judgeEvents(tx: Tx, batches: readonly Batch[], claims: boolean) {
  const verdicts = batches.map((batch): Verdict[] => batch.events.map(({ problem }) => ({ problem: problem ?? "" })));
  const entries = await entriesOf(tx, batches, verdicts);
  const judged = await judgeEntries(tx, entries, claims);
  const spared = await othersOf(tx, judged.clashes);
  const more = await judgeEntries(tx, spared, claims);
  // A spare key that is taken is that of the same call, rounded differently.
  await othersOf(tx, more.clashes);
  return { verdicts, fresh: [...judged.fresh, ...more.fresh] };
}

async function judgeEntries(tx: Tx, entries: readonly Entry[], claims: boolean) {
  const first = firstOfKeys(entries.filter(({ problem }) => problem === null));
  const now = entries[0]?.batch.receivedAt ?? new Date(0);
  const taken = claims ? await claimKeys(tx, first, now) : new Set(first.keys());
  const asked = [...firstOfKeys(entries)].filter(([name]) => taken.has(name) || !first.has(name));
  const known = await readKnownContents(
    tx,
    asked.map(([, entry]) => entry),
  );
  const fresh: FreshEvent[] = [];
  const clashes: Clash[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isNew = first.get(name) === entry && !known.has(name);
    if (isNew && claims && taken.has(name)) throw new Error("a key was neither free nor taken");
    const stored = known.get(name) ?? first.get(name)?.content;
    if (isNew && entry.user) {
      entry.tell("accepted");
      fresh.push({ ...entry.user, event: entry.event, batch: entry.batch });
    } else if (stored === entry.content && (entry.problem === null || known.has(name))) entry.tell("duplicate");
    else {
      entry.tell({ problem: entry.problem ?? SAYS.keyTaken });
      const { spareKey } = entry.event;
      const other = known.has(name) ? null : (first.get(name) ?? null);
      if (spareKey !== null && stored !== undefined) clashes.push({ entry, spareKey, other });
    }
  }
  return { fresh, clashes };
}

/** An event whose key belongs to a different event. */
interface Clash {
  entry: Entry;
  spareKey: string;
  /** The different event; null if it must be looked up. */
  other: Entry | null;
}

/** Gateways and their databases round differently. */
const SAME_MS = 2;
/** Time within which a stream is logged a second time. */
const AGAIN_MS = 60_000;

/**
 * Returns the clashing events that belong to other calls, under their spare keys: a server that counts its calls
 * restarts at 1. An event of the same user with the same start or end is the same call, logged twice or received on
 * another path, and counts as known.
 */
async function othersOf(tx: Tx, clashes: readonly Clash[]): Promise<Entry[]> {
  const stored = await readMoments(
    tx,
    clashes.flatMap(({ entry, spareKey, other }) => (other || spareKey === entry.key ? [] : [entry])),
  );
  return clashes.flatMap(({ entry, spareKey, other }) => {
    const isSameMoment = other ? isSameCall(other, entry) : stored.has(momentName(entry));
    const isSame = spareKey === entry.key || isSameMoment;
    if (isSame) entry.tell("duplicate");
    if (isSame) return [];
    const { sourceId } = entry;
    const event = { ...entry.event, key: spareKey };
    return [{ ...entry, key: spareKey, name: keyName({ sourceId, key: spareKey }), event }];
  });
}

const momentName = ({ name, event, user }: Entry) => `${event.ts} ${event.latencyMs} ${user?.userId} ${name}`;

function isSameCall(one: Entry, other: Entry): boolean {
  if (one.user && other.user && one.user.userId !== other.user.userId) return false;
  const [began, otherBegan] = [beganMs(one.event), beganMs(other.event)];
  const beganTogether = began !== null && otherBegan !== null && Math.abs(began - otherBegan) <= SAME_MS;
  return beganTogether || Math.abs(one.event.ts - other.event.ts) <= SAME_MS;
}

function beganMs({ ts, latencyMs }: UsageEvent): number | null {
  return latencyMs === null ? null : ts - latencyMs;
}

async function readMoments(tx: Tx, entries: readonly Entry[]): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  const rows = await tx.prepared.query<{ at: number }>(
    `select (asked.at - 1)::int as at
     from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::int[]) with ordinality
       as asked(source_id, key, ms, began_ms, user_id, at)
     where exists (select from usage_event e where e.source_id = asked.source_id and e.key = asked.key
       and (asked.user_id is null or e.user_id = asked.user_id)
       and e.ts between to_timestamp((asked.ms - $6::int) / 1000.0) and to_timestamp((asked.ms + $6::int) / 1000.0))
     or exists (select from usage_event e where e.user_id = asked.user_id and e.source_id = asked.source_id and e.key = asked.key
       and e.ts between to_timestamp(asked.began_ms / 1000.0) and to_timestamp((asked.ms + $7::int) / 1000.0)
       and abs(extract(epoch from e.ts) * 1000 - e.latency_ms - asked.began_ms) <= $6::int)`,
    [
      plainArray(entries.map(({ sourceId }) => sourceId)),
      textArray(entries.map(({ key }) => key)),
      plainArray(entries.map(({ event }) => event.ts)),
      plainArray(entries.map(({ event }) => beganMs(event))),
      plainArray(entries.map(({ user }) => user?.userId ?? null)),
      SAME_MS,
      AGAIN_MS,
    ],
  );
  return new Set(rows.flatMap(({ at }) => entries.slice(at, at + 1).map(momentName)));
}

/** Lists all valid events with their users. */
async function entriesOf(tx: Tx, batches: readonly Batch[], verdicts: Verdict[][]): Promise<Entry[]> {
  const named = new Set<string>();
  for (const { events } of batches) for (const { event } of events) if (event) named.add(event.user);
  const users = await findEventUsers(tx, named);
  const begun = await findBegun(tx, batches, users);
  return batches.flatMap((batch, at) =>
    batch.events.flatMap(({ event, problem }, index): Entry[] => {
      if (!event) return [];
      const begunBy =
        event.begunKey === null ? undefined : begun.get(keyName({ sourceId: batch.sourceId, key: event.begunKey }));
      const user = begunBy ?? users.get(event.user) ?? null;
      const tell = (verdict: Verdict) => {
        const ofBatch = verdicts[at];
        if (ofBatch) ofBatch[index] = verdict;
      };
      const { sourceId } = batch;
      const { key } = event;
      const entry = { sourceId, key, name: keyName({ sourceId, key }), content: contentOf(event) };
      return [{ ...entry, batch, event, user, problem: problem ?? (user ? null : M.noUserWithEmail), tell }];
    }),
  );
}

function firstOfKeys(entries: readonly Entry[]): Map<string, Entry> {
  const first = new Map<string, Entry>();
  for (const entry of entries) if (!first.has(entry.name)) first.set(entry.name, entry);
  return first;
}
