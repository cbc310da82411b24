import { type Tx, transaction } from "~/platform/db.server";
import { resetMail } from "../account-mails";
import { linkLimit } from "./mail-limits.server";
import { LASTS_MS } from "../mail-links.server";
import { ownUrl } from "~/platform/own-url.server";
import { sendSoon } from "~/platform/queue-mail.server";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";

/**
 * Mails a link to choose a new password. Refuses with M08 after 3 an hour per address, known or not. An unknown address
 * runs the same statements, so that timing reveals nothing.
 */
export async function askPasswordReset({ email, now }: { email: string; now: Date }): Promise<void> {
  await linkLimit.consume(email);
  await transaction(async (tx) => {
    await writeLinkAndMail(tx, email, now);
    await sendSoon(tx);
  });
}

async function writeLinkAndMail(tx: Tx, email: string, now: Date): Promise<void> {
  const token = randomSecret();
  const { subject, text } = resetMail({ url: ownUrl(`/reset/${token}`) });
  const expiresAt = new Date(now.getTime() + LASTS_MS.reset);
  await tx.query(
    `insert into mail_link (hash, kind, user_id, expires_at)
     select $1, 'reset', id, $2 from user_account where email = $3`,
    [hashOfSecret(token), expiresAt, email],
  );
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select email, $1, $2, 'reset:' || id || ':' || $3 from user_account where email = $4`,
    [subject, text, hashOfSecret(token), email],
  );
}
