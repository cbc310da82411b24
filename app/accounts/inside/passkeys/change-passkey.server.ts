import { db, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { mailIdentity } from "../identities/mail-identity.server";
import { removeLoginMethod } from "../identities/remove-login-method.server";
import { passkeyName } from "./passkey-name";

/** Renames the user's passkey; ignores other users' and deleted passkeys. */
export async function renamePasskey(given: { userId: number; id: number; name: string }): Promise<void> {
  await db.query(`update passkey set name = $3 where id = $2 and user_id = $1`, [
    ...[given.userId, given.id, passkeyName(given.name)],
  ]);
}

/**
 * Removes a passkey and mails the owner, but never the last login method. Ignores other users' and deleted passkeys.
 */
export async function removePasskey(given: {
  userId: number;
  sessionId: string;
  id: number;
  requestId: string;
  now: Date;
}): Promise<void> {
  const { userId, sessionId, id, requestId, now } = given;
  await transaction(async (tx) => {
    const remove = () =>
      tx.query<{ name: string }>(`delete from passkey where id = $2 and user_id = $1 returning name`, [userId, id]);
    const gone = await removeLoginMethod(tx, { userId, sessionId, remove, now });
    if (!gone) return;
    await mailIdentity(tx, { userId, change: "removed", what: `the passkey ${gone.name}`, now });
    const audit = { userId, action: "passkey.remove", target: `user:${userId}`, before: { name: gone.name } };
    await writeAudit({ ...audit, requestId, now }, tx);
  });
}
