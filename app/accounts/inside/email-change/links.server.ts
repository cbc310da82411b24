import { db, type Queryable } from "~/platform/db.server";
import { hashOfSecret, signatureOf } from "~/platform/secret.server";
import { actOf, type EmailChangeState, type LinkAct } from "./states";

/**
 * The token of the old mailbox, derived from the secret of the new one: both mails to it share one link. A number would
 * not do: a restored database gives it to another person's change.
 */
export function backToken({ confirmHash }: Pick<EmailChange, "confirmHash">): string {
  return signatureOf("email-change-back", [confirmHash]);
}

export interface EmailChange {
  id: number;
  userId: number;
  confirmHash: string;
  oldEmail: string;
  newEmail: string;
  state: EmailChangeState;
  askedAt: Date;
  confirmUntil: Date;
  backUntil: Date | null;
  /** Mailbox that gets this link. */
  mailbox: "new" | "old";
}

const FOUND = `select c.id, c.user_id as "userId", c.confirm_hash as "confirmHash", c.old_email as "oldEmail", c.new_email as "newEmail",
    c.state, c.asked_at as "askedAt", c.confirm_until as "confirmUntil", c.back_until as "backUntil",
    case when c.confirm_hash = $1 then 'new' else 'old' end as mailbox
  from email_change c join user_account u on u.id = c.user_id
  where (c.confirm_hash = $1 or c.back_hash = $1) and u.email is not null`;

/** Finds the change of a link, in any state. */
export async function findChange(from: Queryable, token: string): Promise<EmailChange | null> {
  const [change] = await from.query<EmailChange>(FOUND, [hashOfSecret(token)]);
  return change ?? null;
}

/** Finds the action that a link's page offers; null once it has no effect. Reading changes nothing. */
export async function findEmailChangeLink(given: {
  token: string;
  now: Date;
}): Promise<{ act: LinkAct; oldEmail: string; newEmail: string } | null> {
  const change = await findChange(db, given.token);
  const act = change && actOf(change, change.mailbox, given.now);
  return act && { act, oldEmail: change.oldEmail, newEmail: change.newEmail };
}
