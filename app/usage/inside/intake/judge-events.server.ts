import type { Tx } from "~/platform/db.server";
import { M } from "~/usage/messages";
import { plainArray, textArray } from "./array-literal";
import { claimKeys, type EventKey, keyName, lockKeys, readKnownContents } from "./claim-keys.server";
import type { ReadEvent, UsageEvent } from "./event";
import { OTHERS } from "~/usage/inside/figures/largest";
import { contentOf } from "./event-content.server";
import { hashedKey } from "./foreign-key.server";
import { type EventUser, findBegun, findEventUsers } from "./find-event-users.server";
import { USAGE_PAST_DAYS } from "~/usage/grains";
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
  const spared = await othersOf(tx, judged.clashes, claims);
  const more = await judgeEntries(tx, spared, claims);
  // A spare key that is taken is that of the same call, rounded differently.
  await othersOf(tx, more.clashes, claims);
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
  const counted = await countedBefore(tx, entries);
  const fresh: FreshEvent[] = [];
  const clashes: Clash[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isNew = first.get(name) === entry && !known.has(name);
    if (isNew && claims && taken.has(name)) throw new Error("a key was neither free nor taken");
    const stored = known.get(name) ?? first.get(name)?.content;
    if (counted.has(entry)) entry.tell("duplicate");
    else if (isNew && entry.user) {
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
/** Time by which the end of a stream may be later than that of a log of it that arrives later: gateways end streams by then. */
const AGAIN_MS = 600_000;

/** SQL, alias `e`: its sender said that it costs nothing. */
const IS_FREE = `(e.coins = 0 and e.price_id is null and not e.unpriced)`;

/** A logged call, as far as it is compared with another of the same id. */
interface Logged {
  /** From the gateway's cache, or failed: nothing was paid for it. */
  isFree: boolean;
  model: string;
  ts: number;
  latencyMs: number | null;
  /** Prompt tokens, cached ones included: not every log separates them. */
  input: number;
  generated: number;
}

/**
 * Returns the clashing events that belong to other calls, under their spare keys: a server that counts its calls
 * restarts at 1. An event of the same call, logged twice or received on another path, counts as known, except for
 * tokens that the first log lacks. A caller who chooses ids could otherwise hide a dear call behind a cheap one.
 */
async function othersOf(tx: Tx, clashes: readonly Clash[], claims: boolean): Promise<Entry[]> {
  const known = clashes.flatMap(({ entry, spareKey, other }) => (other || spareKey === entry.key ? [] : [entry]));
  // Logs of one call in two transactions would both add what the first log lacks.
  if (claims) await lockKeys(tx, known);
  const stored = await readLogged(tx, known);
  // An earlier version stored them under their spare keys.
  const former = await readKnownContents(
    tx,
    clashes.map(({ entry, spareKey }) => ({ ...entry, key: spareKey })),
  );
  const added: { entry: Entry; rest: Logged }[] = [];
  return clashes.flatMap(({ entry, spareKey, other }) => {
    const logged = loggedOf(entry);
    const addedNow = added.flatMap((one) => (hasSameName(one.entry, entry) ? [one.rest] : []));
    const before = other ? loggedOfOther(other, entry) : (stored.get(momentName(entry)) ?? []);
    const isResult = entry.event.formerKey !== null;
    const all = [...before, ...addedNow];
    const alike = all.filter((one) => isSameCall(one, logged) || (isResult && isSameResult(one, logged)));
    // Two logs without generated tokens are of one call if a third shows that it is a stream.
    const same = all.filter((one) => alike.some((two) => one === two || isSameCall(one, two)));
    const rest = same.length > 0 ? restOf(entry.event, same) : entry.event;
    const { sourceId } = entry;
    if (spareKey === entry.key || rest === null || former.has(keyName({ sourceId, key: spareKey }))) {
      entry.tell("duplicate");
      return [];
    }
    const key = furtherKeys(entry.key) + spareKey.slice(-FURTHER_CHARS);
    const event = { ...rest, key, spareKey: key, formerKey: null };
    const spared = { ...entry, key, name: keyName({ sourceId, key }), event };
    if (entry.problem === null) added.push({ entry, rest: loggedOf(spared) });
    return [spared];
  });
}

/** Characters of a spare key's hash in a further key; with those of the id's hash they have the form of hashed keys. */
const FURTHER_CHARS = 22;
const FURTHER_LENGTH = "further:".length + 21;

/** The beginning of the keys of other calls with the id of this key, and of the rests that later logs of its calls add. */
function furtherKeys(key: string): string {
  return hashedKey("further", [key]).slice(0, FURTHER_LENGTH);
}

const hasSameName = (one: Entry, other: Entry) => one.name === other.name && one.user?.userId === other.user?.userId;

const momentName = ({ name, event, user }: Entry) => `${event.ts} ${event.latencyMs} ${user?.userId} ${name}`;

function loggedOf({ event }: Entry): Logged {
  const {
    model,
    ts,
    latencyMs,
    promptTokens,
    cacheReadTokens,
    cacheCreationTokens,
    generatedTokens: generated,
    coins,
  } = event;
  const input = promptTokens + cacheReadTokens + cacheCreationTokens;
  return { isFree: coins === 0, model, ts, latencyMs, input, generated };
}

function loggedOfOther(other: Entry, entry: Entry): Logged[] {
  return other.user && entry.user && other.user.userId !== entry.user.userId ? [] : [loggedOf(other)];
}

/**
 * Checks whether two logs are of one call, which has one model, and starts and ends once. One that generates may be a
 * stream, which is logged again at another end. A free call never stands for a paid one.
 */
function isSameCall(one: Logged, other: Logged): boolean {
  if (one.isFree && !other.isFree) return false;
  if (one.model !== other.model && one.model !== OTHERS) return false;
  const [began, otherBegan] = [beganMs(one), beganMs(other)];
  const beganTogether = began !== null && otherBegan !== null && Math.abs(began - otherBegan) <= SAME_MS;
  const endedTogether = Math.abs(one.ts - other.ts) <= SAME_MS;
  const isEither = began === null || otherBegan === null || one.generated + other.generated > 0;
  return isEither ? beganTogether || endedTogether : beganTogether && endedTogether;
}

/** Checks whether a response that was read is the one that this log made: the log of a reading may arrive first. */
function isSameResult(one: Logged, made: Logged): boolean {
  return !one.isFree && one.model === made.model && one.input === made.input && one.generated === made.generated;
}

/** Returns the event with only the tokens that the logs before it lack, and no call of its own; null if there are none. */
function restOf(event: UsageEvent, before: readonly Logged[]): UsageEvent | null {
  const { promptTokens, cacheReadTokens, cacheCreationTokens } = event;
  const counted = (kind: "input" | "generated") => before.reduce((sum, one) => sum + one[kind], 0);
  const input = Math.max(0, promptTokens + cacheReadTokens + cacheCreationTokens - counted("input"));
  const generatedTokens = Math.max(0, event.generatedTokens - counted("generated"));
  if (input + generatedTokens === 0) return null;
  // Cached tokens first: they are what a log without the provider's usage does not know.
  const read = Math.min(input, cacheReadTokens);
  const written = Math.min(input - read, cacheCreationTokens);
  const tokens = { promptTokens: input - read - written, cacheReadTokens: read, cacheCreationTokens: written };
  return { ...event, ...tokens, calls: 0, generatedTokens };
}

function beganMs({ ts, latencyMs }: Pick<UsageEvent, "ts" | "latencyMs">): number | null {
  return latencyMs === null ? null : ts - latencyMs;
}

/**
 * Reads the stored events of the same user and id that began or ended at the same moment as these, and results with their
 * keys that were read up to `AGAIN_MS` later. It reads each event of a user once, because a caller may give one id to many
 * calls. `offset 0` keeps the planner from reading other days.
 */
async function readLogged(tx: Tx, entries: readonly Entry[]): Promise<Map<string, Logged[]>> {
  if (entries.length === 0) return new Map();
  const rows = await tx.prepared.query<Logged & { at: number }>(
    `with asked as materialized (
       select * from unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[]) with ordinality
         as asked(source_id, key, further, ms, began_ms, user_id, at)
     ), sought as materialized (
       select at, source_id, user_id, name, moment + rounded as ms
       from asked cross join unnest(array[key, further]) as name
         cross join unnest(array[ms, began_ms, case when key like 'result:%' then 0 end]) as moment
         cross join generate_series(-$7::int, $7::int) as rounded
     ), spans as (
       select source_id, user_id, unnest(range_agg(int8range(coalesce(began_ms, ms) - $7::int, ms + $8::int))) as span
       from asked group by source_id, user_id
     ), near as materialized (
       select e.*, case when e.key like 'further:%' then left(e.key, $9::int) else e.key end as name, moment as ms
       from (
         select e.* from spans cross join lateral (
           select * from usage_event e where e.user_id = spans.user_id and e.source_id = spans.source_id
             and e.ts between to_timestamp(lower(span) / 1000.0) and to_timestamp(upper(span) / 1000.0) offset 0) e
         union all
         select e.* from asked cross join lateral (
           select * from usage_event e where asked.user_id is null and e.source_id = asked.source_id and e.key = asked.key
             and e.ts between to_timestamp((asked.ms - $7::int) / 1000.0) and to_timestamp((asked.ms + $7::int) / 1000.0)
           offset 0) e
       ) e cross join lateral (select (extract(epoch from e.ts) * 1000)::bigint as ended_ms) ended
         cross join unnest(array[ended_ms, ended_ms - e.latency_ms, case when e.key like 'result:%' then 0 end]) as moment
     )
     select distinct on (sought.at, e.id) (sought.at - 1)::int as at, ${IS_FREE} as "isFree", m.name as model,
       (extract(epoch from e.ts) * 1000)::float8 as ts, e.latency_ms as "latencyMs",
       (e.prompt_tokens + e.cache_read_tokens + e.cache_creation_tokens)::float8 as input,
       e.generated_tokens::float8 as generated
     from sought join near e on e.source_id = sought.source_id and e.name = sought.name and e.ms = sought.ms
       and (sought.user_id is null or e.user_id = sought.user_id)
     join usage_model m on m.id = e.model_id`,
    [
      plainArray(entries.map(({ sourceId }) => sourceId)),
      textArray(entries.map(({ key }) => key)),
      plainArray(entries.map(({ key }) => furtherKeys(key))),
      plainArray(entries.map(({ event }) => event.ts)),
      plainArray(entries.map(({ event }) => beganMs(event))),
      plainArray(entries.map(({ user }) => user?.userId ?? null)),
      SAME_MS,
      AGAIN_MS,
      FURTHER_LENGTH,
    ],
  );
  const found = entries.map((): Logged[] => []);
  for (const { at, ...logged } of rows) found[at]?.push(logged);
  return new Map(entries.map((entry, at) => [momentName(entry), found[at] ?? []] as const));
}

/**
 * The events that were counted under their former keys. Callers choose the keys of calls, so only the same tokens of the
 * same model and user are the same event. It reads the days of a user once.
 */
async function countedBefore(tx: Tx, entries: readonly Entry[]): Promise<Set<Entry>> {
  const asked = entries.filter(({ event, user }) => event.formerKey !== null && user !== null);
  if (asked.length === 0) return new Set();
  const logged = asked.map(loggedOf);
  const rows = await tx.prepared.query<{ at: number }>(
    `with asked as materialized (
       select asked.*, k.day from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::bigint[]) with ordinality
           as asked(source_id, key, user_id, model, input, generated, at)
         join usage_key k on k.source_id = asked.source_id and k.key = asked.key
     ), near as materialized (
       select e.* from (select user_id, min(day) as first, max(day) as last from asked group by user_id) spans
         cross join lateral (
           select * from usage_event e where e.user_id = spans.user_id and not ${IS_FREE}
             and e.ts between spans.first - interval '1 day' * ($7::int + 1) and spans.last + interval '2 days' offset 0) e
     )
     select (asked.at - 1)::int as at
     from asked join near e on e.source_id = asked.source_id and e.key = asked.key and e.user_id = asked.user_id
         and e.generated_tokens = asked.generated
         and e.prompt_tokens + e.cache_read_tokens + e.cache_creation_tokens = asked.input
       join usage_model m on m.id = e.model_id and m.name = asked.model`,
    [
      plainArray(asked.map(({ sourceId }) => sourceId)),
      textArray(asked.map(({ event }) => event.formerKey ?? "")),
      plainArray(asked.map(({ user }) => user?.userId ?? null)),
      textArray(asked.map(({ event }) => event.model)),
      plainArray(logged.map(({ input }) => input)),
      plainArray(logged.map(({ generated }) => generated)),
      USAGE_PAST_DAYS,
    ],
  );
  return new Set(rows.flatMap(({ at }) => asked.slice(at, at + 1)));
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
