import { createHash } from "node:crypto";
import type { Tx } from "~/platform/db.server";
import { isTracing, noteStep } from "~/platform/tracing.server";

/** Batches of one roll-up whose traces get its step; more say nothing new. */
const NOTED_MAX = 100;

interface Batch {
  sourceId: number;
  receivedAt: Date;
}

interface Summed {
  from: bigint;
  upTo: bigint;
  /** First and last time of the events: other days are not read. */
  first: Date | null;
  last: Date | null;
  now: Date;
}

/** Begins the trace of a stored batch. Its id is made from what its events have, so that the sums can continue it. */
export function noteStored({ accepted, ...batch }: Batch & { accepted: number }): void {
  if (!isTracing() || accepted === 0) return;
  const { receivedAt: at } = batch;
  const attributes = { "millrace.usage.accepted": accepted };
  noteStep({ story: storyOf(batch), name: "store usage batch", from: at, to: at, first: true, attributes });
}

/** Notes, in the traces of the batches of these events, that they are in the sums. */
export async function noteSummed(tx: Tx, { from, upTo, first, last, now }: Summed): Promise<void> {
  if (!isTracing()) return;
  const batches = await tx.query<Batch>(
    `select distinct source_id as "sourceId", received_at as "receivedAt" from usage_event
     where id > $1 and id <= $2 and ts between $3 and $4 limit $5`,
    [from, upTo, first, last, NOTED_MAX],
  );
  tx.afterCommit(() => {
    for (const batch of batches)
      noteStep({ story: storyOf(batch), name: "wait for the sums", from: batch.receivedAt, to: now });
  });
}

function storyOf({ sourceId, receivedAt }: Batch): string {
  return createHash("sha256").update(`usage ${sourceId} ${receivedAt.getTime()}`).digest("hex").slice(0, 32);
}
