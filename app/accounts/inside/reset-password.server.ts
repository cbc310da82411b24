import { db, transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { activate } from "./confirm-email.server";
import { revokePendingAccess } from "./revoke-pending-access.server";
import { hashPassword } from "./hash-password.server";
import { LINK_ENDED } from "./account-texts";
import { findMailLink, takeMailLink } from "../mail-links.server";
import { mailPasswordChanged } from "./mail-password-changed.server";
import { requireGoodPassword } from "./password-rules.server";
import { endOtherSessions } from "../session.server";

/** The address whose password a reset link changes; null for a link that does not work. */
export async function findResetLink(given: { token: string; now: Date }): Promise<string | null> {
  return (await findMailLink(db, { kind: "reset", ...given }))?.email ?? null;
}

/**
 * Sets the password by a mailed link and ends all sessions (2.5). The link also confirms the address. Returns the
 * account. Refuses with M73–M75, which keep the link usable, and a used or expired link.
 */
export async function resetPassword(given: {
  token: string;
  password: string;
  confirmation: string;
  now: Date;
}): Promise<{ userId: number; email: string }> {
  const { token, password, confirmation, now } = given;
  const email = await findResetLink({ token, now });
  if (email === null) throw new Refusal(LINK_ENDED);
  requireGoodPassword({ password, confirmation, email });
  const passwordHash = await hashPassword(password);
  return await transaction(async (tx) => {
    const link = await takeMailLink(tx, { kind: "reset", token, now });
    if (!link) throw new Refusal(LINK_ENDED);
    await activate(tx, { link: { ...link, passwordHash }, now });
    await tx.query(`update user_account set password_hash = $2, updated_at = $3 where id = $1`, [
      link.userId,
      passwordHash,
      now,
    ]);
    await revokePendingAccess(tx, { userId: link.userId, now });
    await endOtherSessions(tx, { userId: link.userId, keep: null, now });
    await mailPasswordChanged(tx, { userId: link.userId, email: link.email, now });
    return { userId: link.userId, email: link.email };
  });
}
