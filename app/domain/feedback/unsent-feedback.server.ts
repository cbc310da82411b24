import { db, prisma, type Tx } from "~/db.server";
import type { Feedback } from "~/generated/prisma/client";

const BATCH = 100;
const KEEP_MS = 90 * 86_400_000;

/**
 * What of these kinds has not been delivered yet and whose turn it is: contact, which only becomes a mail, before chat,
 * whose webhook may be slow; of each the oldest first.
 */
export async function listUnsentFeedback(given: { kinds: string[]; now: Date }): Promise<Feedback[]> {
  return await prisma.feedback.findMany({
    where: { kind: { in: given.kinds }, sentAt: null, tryAfter: { lte: given.now } },
    orderBy: [{ kind: "desc" }, { id: "asc" }],
    take: BATCH,
  });
}

export async function markFeedbackSent(tx: Pick<Tx, "query">, { id, now }: { id: bigint; now: Date }): Promise<void> {
  await tx.query(`update feedback set sent_at = $2 where id = $1`, [id, now]);
}

/** What could not be delivered waits 1, 2, 4 … minutes, at most 6 hours, and is never given up. */
export async function postponeFeedback({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await db.query(
    `update feedback set attempts = attempts + 1,
       try_after = $2::timestamptz + least(interval '6 hours', interval '1 minute' * 2 ^ least(attempts, 10))
     where id = $1`,
    [id, now],
  );
}

/** Forgets what was delivered 90 days ago: it lives on where it was delivered to. */
export async function pruneFeedback({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from feedback where sent_at < $1`, [new Date(now.getTime() - KEEP_MS)]);
}
