import { type Tx, transaction, violates } from "~/db.server";
import { writeAudit } from "~/domain/audit/write-audit.server";
import { Refusal } from "~/domain/refusal";
import { mailIdentity } from "./mail-identity.server";
import type { Proven } from "./providers";

export const LINKED_ELSEWHERE = "That account belongs to another Millrace account already.";
export const ONE_OF_EACH = "An account there is linked already. Remove it first.";
export const LAST_WAY =
  "This is your only way to log in. Set a password first: log out, then use 'Forgot password?' with your email address.";

interface LinkAct {
  userId: number;
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
 * Makes an account elsewhere a way to log in; a mail says so. The caller has asked for the password. Done twice it is done once.
 * Refuses one that belongs to somebody else, and a second one of the same provider.
 */
export async function linkIdentity(given: LinkAct & { proven: Proven; label: string }): Promise<void> {
  const { userId, proven, label, requestId, now } = given;
  try {
    await transaction(async (tx) => {
      await tx.query(`select from user_account where id = $1 and state <> 'closed' for update`, [userId]);
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

/** Takes a way to log in away, never the last one; a mail says so. What is not theirs, or gone, stays so. */
export async function unlinkIdentity(
  given: LinkAct & { id: number; labelOf: (provider: string) => string },
): Promise<void> {
  const { userId, id, requestId, now } = given;
  await transaction(async (tx) => {
    // Of two that are removed at once the second sees that it is the last.
    const [user] = await tx.query<{ hasPassword: boolean }>(
      `select password_hash is not null as "hasPassword" from user_account where id = $1 for update`,
      [userId],
    );
    const ways = await tx.query<{ id: number; provider: string }>(
      `select id, provider from identity where user_id = $1`,
      [userId],
    );
    const way = ways.find((one) => one.id === id);
    if (!way) return;
    if (!user?.hasPassword && ways.length === 1) throw new Refusal(LAST_WAY);
    await tx.query(`delete from identity where id = $1`, [id]);
    const what = given.labelOf(way.provider);
    await mailIdentity(tx, { userId, change: "removed", what, now });
    const audit = { userId, action: "identity.unlink", target: `user:${userId}`, before: { name: what } };
    await writeAudit({ ...audit, requestId, now }, tx);
  });
}
