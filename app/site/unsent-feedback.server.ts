import { db, prisma, type Tx } from "~/platform/db.server";
import type { Feedback } from "~/generated/prisma/client";

const BATCH = 100;
const KEEP_MS = 90 * 86_400_000;

/** Undelivered feedback of these kinds that is due: contact first, since the chat webhook may be slow; oldest first. */
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

/** Postpones failed feedback by 1, 2, 4 … minutes, up to 6 hours; it is never dropped. */
export async function postponeFeedback({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await db.query(
    `update feedback set attempts = attempts + 1,
       try_after = $2::timestamptz + least(interval '6 hours', interval '1 minute' * 2 ^ least(attempts, 10))
     where id = $1`,
    [id, now],
  );
}

/** Deletes feedback 90 days after its delivery. */
export async function pruneFeedback({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from feedback where sent_at < $1`, [new Date(now.getTime() - KEEP_MS)]);
}
