import type { Tx } from "~/db.server";
import { M } from "~/domain/messages";
import { claimKeys, type EventKey, keyName, readKnownContents } from "./claim-keys.server";
import type { ReadEvent, UsageEvent } from "./event";
import { contentOf } from "./event-content.server";
import { type EventUser, findEventUsers } from "./find-event-users.server";
import { intakeMessages as SAYS } from "./intake-messages";

/** What a source sent in one request. */
export interface Batch {
  sourceId: number;
  events: readonly ReadEvent[];
  receivedAt: Date;
}

/** An event to be stored: nobody else has its key. */
export interface FreshEvent extends EventUser {
  event: UsageEvent;
  batch: Batch;
}

/** Per event of a batch: stored by this transaction, known already, or why it is rejected. */
export type Verdict = "accepted" | "duplicate" | { problem: string };

interface Entry extends EventKey {
  batch: Batch;
  event: UsageEvent;
  user: EventUser | null;
  problem: string | null;
  /** Where its verdict goes. */
  tell: (verdict: Verdict) => void;
}

/**
 * Decides for each event whether it is stored (4.2, A17). What is known already is a duplicate, even where the event would be
 * too old by now or its user has another address: a retry must not read of a failure that was none.
 * @param claims whether the keys are taken; without it is only looked.
 */
export async function judgeEvents(tx: Tx, batches: readonly Batch[], claims: boolean) {
  const verdicts = batches.map((batch): Verdict[] => batch.events.map(({ problem }) => ({ problem: problem ?? "" })));
  const entries = await entriesOf(tx, batches, verdicts);
  const first = firstOfKeys(entries.filter(({ problem }) => problem === null));
  const claimed = claims ? await claimKeys(tx, [...first.values()], batches[0]?.receivedAt ?? new Date(0)) : new Set();
  const asked = new Map([...firstOfKeys(entries), ...first]);
  const known = await readKnownContents(
    tx,
    [...asked.entries()].filter(([name]) => !claimed.has(name)).map(([, entry]) => entry),
  );
  const fresh: FreshEvent[] = [];
  for (const entry of entries) {
    const name = keyName(entry);
    const isFirst = first.get(name) === entry;
    const isNew = isFirst && !known.has(name);
    if (isNew && claims && !claimed.has(name)) throw new Error("a key was neither free nor taken");
    const stored = known.get(name) ?? first.get(name)?.content;
    if (isNew && entry.user) {
      entry.tell("accepted");
      fresh.push({ ...entry.user, event: entry.event, batch: entry.batch });
    } else if (stored === entry.content && (entry.problem === null || known.has(name))) entry.tell("duplicate");
    else entry.tell({ problem: entry.problem ?? SAYS.keyTaken });
  }
  return { verdicts, fresh };
}

/** All that can be understood, with whom they are of. */
async function entriesOf(tx: Tx, batches: readonly Batch[], verdicts: Verdict[][]): Promise<Entry[]> {
  const named = new Set<string>();
  for (const { events } of batches) for (const { event } of events) if (event) named.add(event.user);
  const users = await findEventUsers(tx, named);
  return batches.flatMap((batch, at) =>
    batch.events.flatMap(({ event, problem }, index): Entry[] => {
      if (!event) return [];
      const user = users.get(event.user) ?? null;
      const tell = (verdict: Verdict) => {
        const ofBatch = verdicts[at];
        if (ofBatch) ofBatch[index] = verdict;
      };
      const { sourceId } = batch;
      const said = { sourceId, key: event.key, content: contentOf(event) };
      return [{ ...said, batch, event, user, problem: problem ?? (user ? null : M.noUserWithEmail), tell }];
    }),
  );
}

function firstOfKeys(entries: readonly Entry[]): Map<string, Entry> {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const name = keyName(entry);
    if (!first.has(name)) first.set(name, entry);
  }
  return first;
}
