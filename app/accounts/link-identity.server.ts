import { type Tx, transaction, violates } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";
import { holdSession } from "./session.server";
import { mailIdentity } from "./inside/identities/mail-identity.server";
import type { Proven } from "./providers";
import { removeLoginMethod } from "./inside/identities/remove-login-method.server";

export const LINKED_ELSEWHERE = "That account belongs to another Millrace account already.";
export const ONE_OF_EACH = "Another account at this provider is already linked. Remove it first.";

interface LinkAct {
  userId: number;
  sessionId: string;
  requestId: string;
  now: Date;
}

export async function insertIdentity(tx: Tx, given: { userId: number; proven: Proven; now: Date }): Promise<void> {
  const { userId, proven, now } = given;
  await tx.query(
    `insert into identity (user_id, provider, issuer, subject, email, linked_at) values ($1, $2, $3, $4, $5, $6)`,
    [userId, proven.provider, proven.issuer, proven.subject, proven.email ?? "", now],
  );
}

/**
 * Links an account as a login method and mails the owner. The caller has asked for the password. Idempotent. Refuses an
 * account that belongs to somebody else, a second one of the same provider, and a session that has ended.
 */
export async function linkIdentity(given: LinkAct & { proven: Proven; label: string }): Promise<void> {
  const { userId, sessionId, proven, label, requestId, now } = given;
  try {
    await transaction(async (tx) => {
      await holdSession(tx, { userId, sessionId });
      const [same] = await tx.query(`select from identity where issuer = $1 and subject = $2 and user_id = $3`, [
        ...[proven.issuer, proven.subject, userId],
      ]);
      if (same) return;
      await insertIdentity(tx, { userId, proven, now });
      await mailIdentity(tx, { userId, change: "added", what: label, now });
      const audit = { userId, action: "identity.link", target: `user:${userId}`, after: { name: label } };
      await writeAudit({ ...audit, requestId, now }, tx);
    });
  } catch (error) {
    if (violates(error, "identity_issuer_subject_key")) throw new Refusal(LINKED_ELSEWHERE);
    if (violates(error, "identity_user_id_provider_key")) throw new Refusal(ONE_OF_EACH);
    throw error;
  }
}

/**
 * Unlinks an account and mails the owner, but never removes the last login method. Ignores other users' and deleted
 * accounts.
 */
export async function unlinkIdentity(
  given: LinkAct & { id: number; labelOf: (provider: string) => string },
): Promise<void> {
  const { userId, sessionId, id, requestId, now } = given;
  await transaction(async (tx) => {
    const remove = () =>
      tx.query<{ provider: string }>(`delete from identity where id = $2 and user_id = $1 returning provider`, [
        ...[userId, id],
      ]);
    const gone = await removeLoginMethod(tx, { userId, sessionId, remove, now });
    if (!gone) return;
    const what = given.labelOf(gone.provider);
    await mailIdentity(tx, { userId, change: "removed", what, now });
    const audit = { userId, action: "identity.unlink", target: `user:${userId}`, before: { name: what } };
    await writeAudit({ ...audit, requestId, now }, tx);
  });
}
