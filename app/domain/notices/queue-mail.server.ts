import type { Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";

export interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  /** Once per cause: a second mail of the same cause is not queued. */
  cause: string;
}

/** Writes a mail into the outbox of mails, inside the transaction of what it tells; the worker sends it. */
export async function queueMail(tx: Tx, { to, subject, text, cause }: QueuedMail): Promise<void> {
  await tx.query(
    `insert into mail (to_address, subject, text, cause) values ($1, $2, $3, $4) on conflict (cause) do nothing`,
    [to, subject, text, cause],
  );
  await sendSoon(tx);
}

/** The same mail to every user of a tenant who has confirmed an address. */
export async function mailTenant(
  tx: Tx,
  { tenantId, subject, text, cause }: Omit<QueuedMail, "to"> & { tenantId: number },
): Promise<void> {
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select email, $2, $3, $4 || ':' || id from user_account
     where tenant_id = $1 and email is not null and state in ('active', 'suspended')
     on conflict (cause) do nothing`,
    [tenantId, subject, text, cause],
  );
  await sendSoon(tx);
}

/** The job runs every minute by itself; whoever waits for a link shall not wait that long. */
export async function sendSoon(tx: Tx): Promise<void> {
  await announce(tx, [{ entity: "wake", key: "send-mail" }]);
}
