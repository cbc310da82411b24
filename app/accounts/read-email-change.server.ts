import { db, transaction } from "~/platform/db.server";
import { type EmailChangeState, isWaiting, isRevertible } from "./inside/email-change/states";
import { stopWaiting } from "./stop-waiting.server";

const KEPT_MS = 90 * 86_400_000;

/** A pending or still reversible change, for its owner. Times are epoch seconds. */
export type ShownEmailChange =
  | { state: "waiting"; newEmail: string; untilTs: number }
  | { state: "changed"; oldEmail: string; untilTs: number };

interface ChangeRow {
  state: EmailChangeState;
  oldEmail: string;
  newEmail: string;
  confirmUntil: Date;
  backUntil: Date | null;
}

/** The user's latest change, while something can still be done about it. */
export async function readEmailChange({
  userId,
  now,
}: {
  userId: number;
  now: Date;
}): Promise<ShownEmailChange | null> {
  const [change] = await db.query<ChangeRow>(
    `select state, old_email as "oldEmail", new_email as "newEmail", confirm_until as "confirmUntil",
       back_until as "backUntil"
     from email_change where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  if (!change) return null;
  const { oldEmail, newEmail, confirmUntil, backUntil } = change;
  const ts = (date: Date) => Math.floor(date.getTime() / 1000);
  if (isWaiting(change, now)) return { state: "waiting", newEmail, untilTs: ts(confirmUntil) };
  if (isRevertible(change, now) && backUntil) return { state: "changed", oldEmail, untilTs: ts(backUntil) };
  return null;
}

/** Stops the user's pending change, from the screen; nothing was changed yet. */
export async function stopEmailChange({ userId, now }: { userId: number; now: Date }): Promise<void> {
  await transaction((tx) => stopWaiting(tx, { userId, now }));
}

/** Deletes changes that have no further effect, and their addresses with them (A30). */
export async function pruneEmailChanges({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from email_change where asked_at < $1`, [new Date(now.getTime() - KEPT_MS)]);
}
