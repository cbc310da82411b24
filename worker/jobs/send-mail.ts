import nodemailer from "nodemailer";
import { listUnsentMails, markMailSent } from "~/domain/users/unsent-mails.server";
import { env } from "~/env.server";

const FROM = "Millrace <no-reply@millrace.example>";

/**
 * Sends the mails that transactions have left in their outbox. Without SMTP_URL they stay there, where the demo
 * shows them. A mail is marked only after the server took it: a crash in between sends it twice, never not at all.
 */
export async function sendMail(): Promise<void> {
  if (!env.SMTP_URL) return;
  const transport = nodemailer.createTransport(env.SMTP_URL);
  for (const mail of await listUnsentMails()) {
    await transport.sendMail({ from: FROM, to: mail.to, subject: mail.subject, text: mail.text });
    await markMailSent({ id: mail.id, now: new Date() });
  }
  transport.close();
}
