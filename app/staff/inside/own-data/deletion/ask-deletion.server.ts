import { type Tx, transaction } from "~/platform/db.server";
import { holdSession } from "~/accounts/session.server";
import { stopWaiting } from "~/accounts/stop-waiting.server";
import { suspendAccess } from "~/accounts/suspend-access.server";
import { refuseWhileRevertible } from "~/platform/refuse-while-revertible.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { command } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { centsToDollars, wholeCents } from "~/money/units";
import { M } from "~/staff/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { checkSubscriptions, closingHindrance, type Hindrance } from "~/staff/inside/end-account.server";
import { deletionMail } from "../mails";

export const WAIT_FOR_TOP_UP = "One of your top-ups is still open. Try again once it is paid or has failed.";
const END_SUBSCRIPTION_FIRST =
  "Your subscription waits for its first payment. Finish or cancel that on the Subscription screen, and try again.";
const PAY_INVOICE_FIRST = "Please pay your open invoice first: it is in your balance already, or paid in part.";
export const ASK_FOR_SURPLUS =
  "More than due came for an invoice of yours. Write to us to have it sent back, and try again once you have it.";
export const PAY_DEBT_FIRST = "You owe money: the account can be deleted once that is paid.";
export const WAIT_FOR_REFUND =
  "A refund to one of your cards is still on its way. Try again once it is made, within a day.";
const WHY_NOT: Partial<Record<Hindrance["kind"], string>> = {
  "top-up": WAIT_FOR_TOP_UP,
  refund: WAIT_FOR_REFUND,
  subscription: END_SUBSCRIPTION_FIRST,
  invoice: PAY_INVOICE_FIRST,
  surplus: ASK_FOR_SURPLUS,
  debt: PAY_DEBT_FIRST,
};
const REASON = "account deletion";

interface Asked {
  userId: number;
  /** The session that asks: one that has ended meanwhile is refused. */
  sessionId?: string;
  /** The text as typed. */
  confirmation: string;
  /** Cents of balance to forfeit, as the page showed them; 0 for none. */
  givesUpCents: number;
  requestId: string;
  now: Date;
}

/**
 * Requests the deletion of the user's account (6.9): access ends at once, tasks stop, and the job does the rest. The
 * caller has asked for the password. Refuses with M02 a suspended user and an ended session, with M196 staff, M197 while a change of address can be reverted, M198
 * without the typed address, M199 for a balance that is not forfeited, and for a debt, an open top-up or refund to a card, or a subscription whose first payment is open.
 */
export async function askDeletion(given: Asked): Promise<void> {
  await transaction((tx) => write(tx, given));
}

async function write(tx: Tx, given: Asked): Promise<void> {
  const { userId, sessionId, confirmation, requestId, now } = given;
  if (sessionId) await holdSession(tx, { userId, sessionId });
  const [user] = await tx.query<{ email: string; role: string; state: string }>(
    `select email, role, state from user_account
     where id = $1 and email is not null and state <> 'closed' for update`,
    [userId],
  );
  if (!user) throw new Refusal(M.notFound, { status: 404 });
  const { email, role, state } = user;
  // Suspended since the request was sent: a deletion would erase why, and what is known about them.
  if (state === "suspended" && !(await isAsked(tx, userId))) throw new Refusal(M.notAllowed, { status: 403 });
  if (role !== "customer") throw new Refusal(M.staffStay);
  if (confirmation.trim().toLowerCase() !== email) throw Refusal.ofField("confirmation", M.typeYourEmail);
  await refuseWhileRevertible(tx, userId, now);
  await refuseForMoney(tx, given);
  await stopWaiting(tx, { userId, now });
  // A former address may be another account's by now, whose mails and invitations stay.
  await tx.query(
    `insert into account_deletion (user_id, emails, asked_at)
     select $1, array(select one.email from (select $2::text as email union select old_email from email_change where user_id = $1
       union select new_email from email_change where user_id = $1 and state in ('changed', 'taken_back')) one
       where not exists (select from user_account u where u.email = one.email and u.id <> $1)), $3
     on conflict (user_id) do nothing`,
    [userId, email, now],
  );
  await suspendAccess(tx, { userId, reason: REASON, now });
  await checkSubscriptions(tx, await ownedTenants(tx, userId));
  const mail = deletionMail({ contactUrl: ownUrl("/contact") });
  await queueMail(tx, { to: email, ...mail, cause: `account-deletion:${userId}:${now.getTime()}` });
  await writeAudit({ userId, action: "account.delete", target: `user:${userId}`, requestId, now }, tx);
  await command(tx, [{ command: "wake", key: "delete-accounts" }]);
}

async function isAsked(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.query(`select from account_deletion where user_id = $1`, [userId])).length > 0;
}

/**
 * Refuses an unforfeited balance, a debt and an open payment or refund. Running tasks are no obstacle: they are stopped,
 * and the forfeited balance pays for them until then.
 */
async function refuseForMoney(tx: Tx, { userId, givesUpCents, now }: Asked): Promise<void> {
  const tenantIds = await ownedTenants(tx, userId);
  const hindrance = await closingHindrance(tx, { tenantIds, mayHaveTasks: true, now });
  const why = hindrance && WHY_NOT[hindrance.kind];
  if (why) throw new Refusal(why);
  if (hindrance?.kind !== "balance" || wholeCents(hindrance.units) <= givesUpCents) return;
  const dollars = `$${centsToDollars(wholeCents(hindrance.units)).toFixed(2)}`;
  throw Refusal.ofField("forfeit", M.forfeitBalance({ dollars }));
}
