import { type Tx, transaction, violates } from "~/platform/db.server";
import { LINK_ENDED } from "../account-texts";
import { makeApiKey } from "../api-keys/make-api-key.server";
import { revokePendingAccess } from "../revoke-pending-access.server";
import { makeMailLink } from "~/accounts/mail-links.server";
import { endLentAccess } from "~/accounts/end-member-access.server";
import { endLentAdminAccess } from "~/accounts/end-admin-access.server";
import { endOtherSessions } from "~/accounts/session.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { endTwoFactor } from "~/accounts/two-factor.server";
import { writeAudit } from "~/platform/write-audit.server";
import { endEndpoints, endLentEndpoints } from "~/accounts/switch-off.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { lockChange, type LinkUse } from "./confirm-email-change.server";
import type { EmailChange } from "./links.server";
import { revertedMail, whereToLook } from "./mails";
import { actOf } from "./states";
import { stopWaiting } from "~/accounts/stop-waiting.server";

/** Requests within this many days of each other form one series. */
const SERIES_DAYS = 7;

/** Result of the old mailbox's link; after reverting the change, the user chooses a new password. */
export type RevertOutcome = { act: "stop" } | { act: "revert"; resetToken: string };

/**
 * Stops a pending change or reverts a completed one, by the link in the old mailbox (6.8). Reverting restores the
 * address, clears the password, and ends all sessions. It also ends what was added since the request: API keys, SSH
 * keys, webhooks, command-line logins, linked accounts, passkeys, two-factor, and enrolment tokens and service keys of an
 * admin. Refuses a link that has no effect.
 */
export async function revertEmailChange(given: LinkUse): Promise<RevertOutcome> {
  try {
    return await transaction((tx) => revert(tx, given));
  } catch (error) {
    if (violates(error, "user_account_email_key")) throw new Refusal(M.emailTaken);
    throw error;
  }
}

async function revert(tx: Tx, { token, requestId, now }: LinkUse): Promise<RevertOutcome> {
  const change = await lockChange(tx, token);
  const act = change && actOf(change, change.mailbox, now);
  if (!change || (act !== "stop" && act !== "revert")) throw new Refusal(LINK_ENDED);
  const { id, userId, oldEmail, newEmail } = change;
  await writeAudit({ userId, action: `email.${act}`, target: `user:${userId}`, requestId, now }, tx);
  if (act === "stop") {
    await stopWaiting(tx, { userId, now });
    return { act };
  }
  await tx.query(`update email_change set state = 'taken_back', ended_at = $2 where id = $1`, [id, now]);
  await tx.query(`update user_account set email = $2, password_hash = null, updated_at = $3 where id = $1`, [
    ...[userId, oldEmail, now],
  ]);
  await endWhatWasMadeSince(tx, change, now);
  const pages = { tasks: ownUrl("/tasks"), templates: ownUrl("/templates"), funds: ownUrl("/billing") };
  const toOld = revertedMail({ oldEmail, look: whereToLook(pages) });
  await queueMail(tx, { to: oldEmail, ...toOld, cause: `email-change:${id}:back:old` });
  await queueMail(tx, { to: newEmail, ...revertedMail({ oldEmail }), cause: `email-change:${id}:back:new` });
  return { act, resetToken: await makeMailLink(tx, { kind: "reset", userId, now }) };
}

/** Finds when the series of requests began: asking again does not shorten what is undone. */
async function firstAsked(tx: Tx, { userId, askedAt }: EmailChange): Promise<Date> {
  const [first] = await tx.query<{ at: Date | null }>(
    `select min(asked_at) as at from email_change where user_id = $1 and asked_at <= $2
       and asked_at > $2::timestamptz - $3 * interval '1 day'`,
    [userId, askedAt, SERIES_DAYS],
  );
  return first?.at ?? askedAt;
}

async function endWhatWasMadeSince(tx: Tx, change: EmailChange, now: Date): Promise<void> {
  const { userId } = change;
  const askedAt = await firstAsked(tx, change);
  const tenantIds = await ownedTenants(tx, userId);
  const error = "The change of the email address was reverted.";
  await endEndpoints(tx, { tenantIds, since: askedAt, error });
  await endLentEndpoints(tx, { userId, since: askedAt, error, now });
  await endLentAccess(tx, { userId, since: askedAt, now });
  await endLentAdminAccess(tx, { userId, since: askedAt, now });
  await endOtherSessions(tx, { userId, keep: null, now });
  await revokePendingAccess(tx, { userId, now });
  await tx.query(
    `update api_key set revoked_at = $3 where user_id = $1 and created_at >= $2 and scope = 'named'
       and (revoked_at is null or revoked_at > $3)`,
    [userId, askedAt, now],
  );
  // The account key may have been shown in between, however old it is.
  await makeApiKey(tx, { userId, now });
  await tx.query(`delete from identity where user_id = $1 and linked_at >= $2`, [userId, askedAt]);
  await tx.query(`delete from passkey where user_id = $1 and created_at >= $2`, [userId, askedAt]);
  await tx.query(
    `update invitation set state = 'withdrawn' where invited_by = $1 and state = 'open' and created_at >= $2`,
    [userId, askedAt],
  );
  // An intruder who wrote as the owner may have given an address of their own for the answers (22.4).
  await tx.query(`update conversation set email = '' where user_id = $1 and email <> ''`, [userId]);
  const [factor] = await tx.query(`select from user_account where id = $1 and totp_confirmed_at >= $2`, [
    userId,
    askedAt,
  ]);
  if (factor) await endTwoFactor(tx, { userId });
}
