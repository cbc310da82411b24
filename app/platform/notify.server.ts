import type { Tx } from "./db.server";
import { announce } from "./announce.server";
import { rolesWith } from "./may";
import type { Retcode } from "./refusal";
import type { Happening } from "./event-data";
import { rightOfPage } from "./right-of-page";
import { SEND_SOON } from "./queue-mail.server";
import { notifyEndpoints } from "./notify-endpoints.server";

export interface Notice {
  tenantId: number;
  retcode: Retcode;
  message: string;
  /** The page that shows the matter. */
  url: string;
  /** Sent once per cause: a second notification or mail of the same cause is dropped. */
  cause: string;
  now: Date;
  /** Additional mail; without its own text it contains the message. */
  mail?: { subject: string; text?: string };
  /** Additional webhook event, also once per cause (15.2). */
  event?: Pick<Happening, "type" | "data">;
}

/**
 * Notifies a tenant's members, once per cause, in the transaction of the change (5.2). On screen it reaches members who
 * may see the matter. A mail goes to members who may act on it and have a confirmed address; of suspended members only
 * the owner gets it (16.5).
 */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  await notifyAll(tx, [notice]);
}

export async function notifyAll(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = await tx.query<{ id: bigint; cause: string }>(
    `insert into notification (tenant_id, retcode, human_readable_message, url, cause, at)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
     on conflict (cause) do nothing returning id, cause`,
    [
      notices.map((one) => one.tenantId),
      notices.map((one) => one.retcode),
      notices.map((one) => one.message),
      notices.map((one) => one.url),
      notices.map((one) => one.cause),
      notices.map((one) => one.now),
    ],
  );
  const mailed = await mailAll(tx, notices);
  const fresh = new Set(rows.map(({ cause }) => cause));
  await notifyEndpoints(
    tx,
    notices.flatMap(({ tenantId, cause, event, now }) =>
      event && fresh.has(cause) ? [{ ...event, tenantId, now } as Happening] : [],
    ),
  );
  await announce(
    tx,
    rows.map(({ id }) => ({ entity: "notification" as const, key: String(id) })),
    mailed ? [SEND_SOON] : [],
  );
}

/** @returns whether there was a mail to write. */
async function mailAll(tx: Tx, notices: readonly Notice[]): Promise<boolean> {
  const mails = notices.flatMap(({ tenantId, message, url, cause, mail }) =>
    mail ? [{ tenantId, cause, subject: mail.subject, text: mail.text ?? message, right: rightOfPage(url) }] : [],
  );
  if (mails.length === 0) return false;
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select u.email, given.subject, given.text, given.cause || ':' || u.id
     from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bool[]) as given(tenant_id, subject, text, cause, of_money)
       join member m using (tenant_id) join user_account u on u.id = m.user_id
     where m.role = any(case when given.of_money then $6::text[] else $7::text[] end) and u.email is not null
       and (u.state = 'active' or (u.state = 'suspended' and m.role = 'owner'))
     on conflict (cause) do nothing`,
    [
      mails.map((one) => one.tenantId),
      mails.map((one) => one.subject),
      mails.map((one) => one.text),
      mails.map((one) => one.cause),
      mails.map((one) => one.right === "money.see"),
      [...rolesWith("money.act")],
      [...rolesWith("tasks.act")],
    ],
  );
  return true;
}
