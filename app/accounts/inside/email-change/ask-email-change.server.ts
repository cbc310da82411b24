import { type Tx, transaction } from "~/platform/db.server";
import { emailFault } from "~/accounts/email-address";
import { changeLimit, linkLimit } from "../mail-limits.server";
import { IS_UNCONFIRMED } from "~/accounts/remove-unverified.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import type { UserState } from "~/platform/role";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";
import { utcMinute } from "~/platform/utc-moment";
import { backToken } from "./links.server";
import { addressInUseMail, changeAskedMail, confirmChangeMail } from "./mails";
import { holdSession } from "~/accounts/session.server";
import { stopWaiting } from "~/accounts/stop-waiting.server";
import { CONFIRM_MS } from "./states";

interface Asked {
  userId: number;
  sessionId: string;
  newEmail: string;
  requestId: string;
  now: Date;
}

/**
 * Requests a new email address (6.8). Its mailbox gets a link that confirms, the current one a link that stops it. A
 * pending change is stopped first. The answer does not reveal whether the new address has an account. The caller has
 * asked for the password. Refuses with M02 also once the session has ended, and with M81, M190, M15, M191, with M192 while the last change can be reverted, and
 * with M08.
 */
export async function askEmailChange(given: Asked): Promise<void> {
  const newEmail = given.newEmail.trim().toLowerCase();
  const fault = emailFault(newEmail);
  if (fault !== null) throw Refusal.ofField("email", fault);
  await changeLimit.consume(String(given.userId));
  await linkLimit.consume(newEmail);
  await transaction((tx) => write(tx, { ...given, newEmail }));
}

async function write(tx: Tx, { userId, sessionId, newEmail, requestId, now }: Asked): Promise<void> {
  await holdSession(tx, { userId, sessionId });
  const [user] = await tx.query<{ email: string; state: UserState }>(
    `select email, state from user_account where id = $1 and email is not null`,
    [userId],
  );
  if (!user) throw new Refusal(M.notFound, { status: 404 });
  requireConfirmed(user);
  if (user.email === newEmail) throw Refusal.ofField("email", M.emailIsYours);
  const [last] = await tx.query<{ backUntil: Date; oldEmail: string }>(
    `select back_until as "backUntil", old_email as "oldEmail" from email_change
     where user_id = $1 and state = 'changed' and back_until > $2`,
    [userId, now],
  );
  if (last)
    throw Refusal.ofField("email", M.emailChangedLately({ email: last.oldEmail, at: utcMinute(last.backUntil) }));
  await stopWaiting(tx, { userId, now });
  const token = randomSecret();
  const confirmHash = hashOfSecret(token);
  const back = backToken({ confirmHash });
  const [next] = await tx.query<{ id: number }>(`select nextval('email_change_id_seq')::int as id`);
  if (!next) throw new Error("the sequence answered no number");
  const { id } = next;
  await tx.query(
    `insert into email_change (id, user_id, old_email, new_email, confirm_hash, back_hash, asked_at, confirm_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...[id, userId, user.email, newEmail, confirmHash, hashOfSecret(back), now], new Date(now.getTime() + CONFIRM_MS)],
  );
  await mailBothMailboxes(tx, { id, oldEmail: user.email, newEmail, token, back });
  await writeAudit({ userId, action: "email.ask", target: `user:${userId}`, requestId, now }, tx);
}

async function mailBothMailboxes(
  tx: Tx,
  given: { id: number; oldEmail: string; newEmail: string; token: string; back: string },
): Promise<void> {
  const { id, oldEmail, newEmail, token, back } = given;
  const [taken] = await tx.query(`select from user_account u where email = $1 and not (${IS_UNCONFIRMED})`, [newEmail]);
  const toNew = taken
    ? addressInUseMail({ loginUrl: ownUrl("/login") })
    : confirmChangeMail({ url: ownUrl(`/email-change/${token}`) });
  await queueMail(tx, { to: newEmail, ...toNew, cause: `email-change:${id}:new` });
  const toOld = changeAskedMail({ newEmail, url: ownUrl(`/email-change/${back}`) });
  await queueMail(tx, { to: oldEmail, ...toOld, cause: `email-change:${id}:old` });
}
