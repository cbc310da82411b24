import { type Tx, transaction, violates } from "~/platform/db.server";
import { LINK_ENDED } from "../account-texts";
import { removeRegistration } from "../../remove-unverified.server";
import { revokePendingAccess } from "../revoke-pending-access.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { backToken, type EmailChange, findChange } from "./links.server";
import { changedMail } from "./mails";
import { actOf, BACK_MS } from "./states";

export interface LinkUse {
  token: string;
  requestId: string;
  now: Date;
}

/**
 * Changes the account's address by the link in the new mailbox (6.8). The old mailbox is notified and can revert the
 * change for 7 days; its earlier links stop working. A registration of the new address that nobody confirmed gives way. Refuses a link that was used, stopped or has expired, and with
 * M193 an address that is now taken.
 */
export async function confirmEmailChange(given: LinkUse): Promise<{ userId: number; newEmail: string }> {
  try {
    return await transaction((tx) => confirm(tx, given));
  } catch (error) {
    if (violates(error, "user_account_email_key")) throw new Refusal(M.emailTaken);
    throw error;
  }
}

async function confirm(tx: Tx, { token, requestId, now }: LinkUse): Promise<{ userId: number; newEmail: string }> {
  const change = await lockChange(tx, token);
  if (!change || actOf(change, change.mailbox, now) !== "confirm") throw new Refusal(LINK_ENDED);
  const { id, userId, newEmail, oldEmail } = change;
  const backUntil = new Date(now.getTime() + BACK_MS);
  await tx.query(`update email_change set state = 'changed', changed_at = $2, back_until = $3 where id = $1`, [
    ...[id, now, backUntil],
  ]);
  await removeRegistration(tx, { email: newEmail, now });
  const changed = await tx.query(
    `update user_account set email = $2, updated_at = $3 where id = $1 and email = $4 and state = 'active' returning 1`,
    [userId, newEmail, now, oldEmail],
  );
  if (changed.length === 0) throw new Refusal(LINK_ENDED);
  await revokePendingAccess(tx, { userId, now });
  const mail = changedMail({ newEmail, url: ownUrl(`/email-change/${backToken(change)}`), until: backUntil });
  await queueMail(tx, { to: oldEmail, ...mail, cause: `email-change:${id}:changed` });
  await writeAudit({ userId, action: "email.change", target: `user:${userId}`, requestId, now }, tx);
  return { userId, newEmail };
}

/** Locks the user before the change, as a request does, so that the values it reads hold until the commit. */
export async function lockChange(tx: Tx, token: string): Promise<EmailChange | null> {
  const seen = await findChange(tx, token);
  if (!seen) return null;
  await tx.query(`select from user_account where id = $1 for update`, [seen.userId]);
  return await findChange(tx, token);
}
