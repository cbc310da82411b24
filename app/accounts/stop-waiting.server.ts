import type { Tx } from "~/platform/db.server";

/** Stops the user's pending change; returns whether there was one. */
export async function stopWaiting(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<boolean> {
  const stopped = await tx.query(
    `update email_change set state = 'stopped', ended_at = $2 where user_id = $1 and state = 'waiting' returning 1`,
    [userId, now],
  );
  return stopped.length > 0;
}
