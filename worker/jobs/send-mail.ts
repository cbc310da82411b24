import nodemailer, { type Transporter } from "nodemailer";
import { assertStillLeads } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { presentTime } from "~/platform/time.server";
import { listUnsentMails, markMailSent, postponeMail } from "~/platform/unsent-mails.server";
import { env } from "~/platform/env.server";
import { log } from "../log";

type UnsentMail = Awaited<ReturnType<typeof listUnsentMails>>[number];

/**
 * Sends the mails that transactions have left in their outbox, all of them while the server answers. Without SMTP_URL
 * they stay there, where the demo shows them. A mail is marked only after the server took it: a crash in between sends
 * it twice and never loses it.
 */
export async function sendMail(): Promise<void> {
  if (!env.SMTP_URL) return;
  const transport = nodemailer.createTransport(env.SMTP_URL);
  const unanswered: bigint[] = [];
  try {
    for (let more = true; more && unanswered.length === 0;) {
      const mails = await listUnsentMails({ now: presentTime() });
      more = mails.length > 0;
      await forEach(mails, async (mail) => {
        if (!(await sendOne(transport, mail))) return void unanswered.push(mail.id);
        // The server is there: those before it are at fault themselves, and must not delay others for ever.
        for (const id of unanswered.splice(0)) await postponeMail({ id, refused: true, now: presentTime() });
      });
    }
  } finally {
    transport.close();
  }
}

/** Returns false if the server did not answer. */
async function sendOne(transport: Transporter, mail: UnsentMail): Promise<boolean> {
  await assertStillLeads();
  try {
    // A single address, not a list: a comma in it must not add a second recipient.
    const to = { name: "", address: mail.to };
    const { subject, text } = mail;
    await transport.sendMail({ from: env.MAIL_FROM, to, subject, text, ...threadOf(mail) });
  } catch (error) {
    log.warn({ err: error, mail: String(mail.id) }, "a mail was not sent, trying it again later");
    const refused = isRefusal(error);
    await postponeMail({ id: mail.id, refused, now: presentTime() });
    return refused;
  }
  await markMailSent({ id: mail.id, now: presentTime() });
  return true;
}

/** Checks whether the server answered about this mail; otherwise it cannot be reached or does not let us in. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EENVELOPE" || error.code === "EMESSAGE");
}

/** Headers by which mail programs show a conversation as one, and by which its answers find their way back (22.5). */
function threadOf({ replyTo, messageId, follows }: UnsentMail) {
  return {
    ...(replyTo === "" ? {} : { replyTo: { name: "", address: replyTo } }),
    ...(messageId === "" ? {} : { messageId }),
    ...(follows.length === 0 ? {} : { inReplyTo: follows.at(-1), references: follows }),
  };
}
