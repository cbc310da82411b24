import type { Tx } from "~/platform/db.server";
import { endOtherSessions, holdSession } from "~/accounts/session.server";
import { Refusal } from "~/platform/refusal";

export const ONLY_LOGIN_METHOD =
  "This is your only way to log in. Set a password first: log out, then use 'Forgot password?' with your email address.";

/**
 * Removes a login method, but never the last of password, linked accounts and passkeys (6.10, 6.11), and ends the other
 * sessions. Returns the removed row, or undefined if there was none. Holds the session, which locks the user, so that
 * the second of two concurrent removals sees that it is the last. @throws Refusal M02.
 */
export async function removeLoginMethod<Method>(
  tx: Tx,
  given: { userId: number; sessionId: string; remove: () => Promise<Method[]>; now: Date },
): Promise<Method | undefined> {
  const { userId, sessionId, remove, now } = given;
  await holdSession(tx, given);
  const [gone] = await remove();
  if (gone === undefined) return undefined;
  const left = await tx.query(
    `select from user_account where id = $1 and password_hash is not null
     union all select from identity where user_id = $1
     union all select from passkey where user_id = $1 limit 1`,
    [userId],
  );
  if (left.length === 0) throw new Refusal(ONLY_LOGIN_METHOD);
  await endOtherSessions(tx, { userId, keep: sessionId, now });
  return gone;
}
