import { z } from "zod";
import { transaction } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { hashPassword } from "./hash-password.server";
import { requireGoodPassword } from "./password-rules.server";
import { mailPasswordChanged } from "./mail-password-changed.server";
import { revokePendingAccess } from "./revoke-pending-access.server";
import { isRecentLogin } from "../recent-login";
import { requirePassword } from "../require-password.server";
import { endOtherSessions, holdSession } from "../session.server";

const text = z.string().default("");

/** The input of `POST /users/password` and the form (3.5); a missing field is empty. */
export const PasswordFields = z.object({
  email: text,
  password: text,
  password_confirmation: text,
  current_password: text,
});

/**
 * Changes the user's password (3.5): other sessions end, and the user gets a mail. Asks for the current password if the
 * last login is more than 15 minutes ago. Refuses with M02 and M73–M77.
 */
export async function changePassword(given: {
  viewer: { userId: number; email: string; sessionId: string; loginAt: Date };
  fields: z.output<typeof PasswordFields>;
  now: Date;
}): Promise<{ message: string }> {
  const { viewer, fields, now } = given;
  if (fields.email && fields.email.toLowerCase() !== viewer.email) throw Refusal.ofField("email", M.emailIsFixed);
  const { password, password_confirmation: confirmation, current_password: current } = fields;
  requireGoodPassword({ password, confirmation, email: viewer.email });
  if (!isRecentLogin(viewer.loginAt, now)) {
    await requirePassword({ userId: viewer.userId, password: current, field: "current_password" });
  }
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await holdSession(tx, viewer);
    await tx.query(`update user_account set password_hash = $2, updated_at = $3 where id = $1`, [
      viewer.userId,
      passwordHash,
      now,
    ]);
    await endOtherSessions(tx, { userId: viewer.userId, keep: viewer.sessionId, now });
    await revokePendingAccess(tx, { userId: viewer.userId, now });
    await mailPasswordChanged(tx, { userId: viewer.userId, email: viewer.email, now });
  });
  return { message: "Your password has been changed." };
}
