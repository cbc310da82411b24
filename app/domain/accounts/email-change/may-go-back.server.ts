import type { Tx } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { utcMinute } from "~/domain/utc-moment";

/** What nobody can undo waits until the former mailbox can take a change of address back no more (6.8). @throws Refusal M197. */
export async function refuseWhileAddressMayGoBack(tx: Tx, userId: number, now: Date): Promise<void> {
  const [change] = await tx.query<{ backUntil: Date }>(
    `select back_until as "backUntil" from email_change where user_id = $1 and state = 'changed' and back_until > $2`,
    [userId, now],
  );
  if (change) throw new Refusal(M.emailMayGoBack({ at: utcMinute(change.backUntil) }));
}

/**
 * The same while a change is only asked for: whom somebody lets in who has the session, but not the mailbox, would stay when the
 * address is taken back (6.8). @throws Refusal M197.
 */
export async function refuseWhileAddressMoves(tx: Tx, userId: number, now: Date): Promise<void> {
  await refuseWhileAddressMayGoBack(tx, userId, now);
  const [waiting] = await tx.query<{ confirmUntil: Date }>(
    `select confirm_until as "confirmUntil" from email_change where user_id = $1 and state = 'waiting' and confirm_until > $2`,
    [userId, now],
  );
  if (waiting) throw new Refusal(M.emailMayGoBack({ at: utcMinute(waiting.confirmUntil) }));
}
