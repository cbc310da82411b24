import { isEmailAddress } from "~/accounts/email-address";
import { type Queryable, db, transaction, type Tx } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import { addCustomerMessage, joinOrOpen } from "./add-message.server";
import { textOfHtml, tokensIn } from "./mail-texts";

/** A mail as a relay passes it on. */
export interface InboundMail {
  /** An address, with or without a name: `Ann <ann@example.com>`. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  inReplyTo: string;
  references: string;
  autoSubmitted: string;
  precedence: string;
}

export type MailOutcome = "added" | "repeated" | "ignored";

const HOUR_S = 3_600;
/** References beyond it are not looked at; the newest are at the end. */
const REFERENCES_MAX = 20_000;

const refusal = (seconds: number) =>
  new Refusal(M.tooManyRequests({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } });
/** Limits of an hour: mails of one conversation, mails of a sender without a token, and all mails without one. */
const ofConversation = lastingLimit({ prefix: "inbox-mail", points: 60, durationS: HOUR_S, refusal });
const ofSender = lastingLimit({ prefix: "inbox-sender", points: 5, durationS: HOUR_S, refusal });
const ofAll = lastingLimit({ prefix: "inbox-all", points: 300, durationS: HOUR_S, refusal });

/**
 * Adds a mail to its conversation (22.5): the one whose token it carries, else one of its address. Repeated deliveries
 * add nothing, and automatic mails neither open a conversation nor make one wait.
 */
export async function receiveMail({ mail, now }: { mail: InboundMail; now: Date }): Promise<MailOutcome> {
  const sender = senderOf(mail.from);
  const messageId = mail.messageId.trim();
  if (!/^<[\x21-\x7e]{1,250}>$/.test(messageId)) throw Refusal.ofField("message_id", M.wrongMessageId);
  const isAutomatic = isAutomaticMail(mail, sender.email);
  if (await isKnown(db, messageId, sender.email)) return "repeated";
  const found = await findByToken(db, mail);
  if (!found && (isAutomatic || isOurs(sender.email))) return "ignored";
  if (found) await ofConversation.consume(String(found.id));
  else {
    await ofSender.consume(sender.email);
    await ofAll.consume("all");
  }
  const { subject } = mail;
  const text = (mail.text.trim() === "" ? textOfHtml(mail.html) : mail.text) || "(This mail has no text.)";
  return await transaction(async (tx) => {
    const conversationId = found?.id ?? (await joinOrOpen(tx, { sender, source: "mail", subject, now }));
    const addresses = await lockAddresses(tx, conversationId);
    if (!addresses) return "ignored";
    const isForeign = !addresses.includes(sender.email);
    const ofMail = { from: sender.email, messageId, isForeign, isAutomatic };
    const added = await addCustomerMessage(tx, { conversationId, text, authorId: null, mail: ofMail, now });
    return added ? "added" : "repeated";
  });
}

/** Splits the sender; an address that no account could have is refused, except that of a mail server's own report. */
function senderOf(from: string) {
  const given = from.slice(0, 1000).trim();
  const open = given.lastIndexOf("<");
  const isNamed = open >= 0 && given.endsWith(">");
  const email = (isNamed ? given.slice(open + 1, -1) : given).trim().toLowerCase();
  const name = isNamed
    ? given
        .slice(0, open)
        .trim()
        .replace(/^"(.*)"$/, "$1")
    : "";
  if (email !== "" && !isEmailAddress(email)) throw Refusal.ofField("from", M.wrongSender);
  return { userId: null, email, name };
}

/** Answers to these would begin a loop: absence notes, reports of mail servers, lists (RFC 3834). */
function isAutomaticMail({ autoSubmitted, precedence }: InboundMail, email: string): boolean {
  return (
    !["", "no"].includes(autoSubmitted.trim().toLowerCase()) ||
    ["bulk", "junk", "list", "auto_reply"].includes(precedence.trim().toLowerCase()) ||
    /^($|mailer-daemon@|postmaster@)/.test(email)
  );
}

/** Our own mails, sent back to us. */
function isOurs(email: string): boolean {
  const from = /<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM;
  return [from, env.INBOX_ADDRESS, env.SUPPORT_EMAIL].some((one) => one?.trim().toLowerCase() === email);
}

async function isKnown(q: Queryable, messageId: string, from: string): Promise<boolean> {
  const rows = await q.query(`select from conversation_message where message_id = $1 and from_address = $2`, [
    messageId,
    from,
  ]);
  return rows.length > 0;
}

/** The conversation of the first known token: in the recipient, then in the mail that is answered, then before. */
async function findByToken(q: Queryable, { to, inReplyTo, references }: InboundMail): Promise<{ id: bigint } | null> {
  const newestFirst = tokensIn(references.slice(-REFERENCES_MAX)).toReversed();
  const tokens = [...tokensIn(to), ...tokensIn(inReplyTo), ...newestFirst];
  if (tokens.length === 0) return null;
  const [found] = await q.query<{ id: bigint }>(
    `select id from conversation where token = any($1::text[]) order by array_position($1::text[], token) limit 1`,
    [tokens],
  );
  return found ?? null;
}

/** Locks the conversation. Its addresses are where answers go, and the account's. */
async function lockAddresses(tx: Tx, conversationId: bigint): Promise<string[] | null> {
  const [row] = await tx.query<{ email: string; own: string | null }>(
    `select c.email, u.email as own from conversation c left join user_account u on u.id = c.user_id
     where c.id = $1 for update of c`,
    [conversationId],
  );
  return row ? [row.email, row.own ?? ""].filter((email) => email !== "") : null;
}
