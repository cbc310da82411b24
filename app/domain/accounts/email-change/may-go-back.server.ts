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
