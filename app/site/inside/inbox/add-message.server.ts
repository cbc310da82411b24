import type { Tx } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { refuseReverted } from "~/platform/hold-right.server";
import { ownUrl } from "~/platform/own-url.server";
import { sendSoon } from "~/platform/queue-mail.server";
import { addWords } from "./add-words.server";
import { newToken } from "./reply-address.server";
import { senderName, storableText, subjectOf } from "./mail-texts";
import { HAS_RIGHT } from "~/platform/staff-rights";

/** Days after its last message for which an open conversation takes a new one of the same sender. */
const JOIN_DAYS = 30;

interface Sender {
  /** The account, if they are logged in: an address proves nothing. */
  userId: number | null;
  email: string;
  name: string;
}

interface NewMessage {
  sender: Sender;
  source: "chat" | "contact" | "mail";
  subject: string;
  now: Date;
}

/**
 * Returns the conversation that a message without a token joins (22.2): the newest open one of the account or, without a
 * login, of the address; else a new one.
 * @throws Refusal M02 if a change of the account's address was reverted meanwhile
 */
export async function joinOrOpen(tx: Tx, { sender, source, subject, now }: NewMessage): Promise<bigint> {
  const { userId, email } = sender;
  // Two first messages at once make one conversation.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`inbox:${userId ?? email}`]);
  if (userId !== null) {
    // A change of address that is being reverted comes first: the sender may be an intruder, with their own address.
    await tx.query(`select from user_account where id = $1 for key share`, [userId]);
    await refuseReverted(tx, userId, now);
  }
  const [open] = await tx.query<{ id: bigint }>(
    `select id from conversation where state = 'open' and last_at > $3::timestamptz - interval '${JOIN_DAYS} days'
       and case when $1::int is null then user_id is null and email = $2 else user_id = $1 end
     order by last_at desc, id desc limit 1 for update`,
    [userId, email, now],
  );
  if (open) {
    await tx.query(`update conversation set email = ${GIVEN_EMAIL} where id = $3`, [userId, email, open.id]);
    return open.id;
  }
  const [made] = await tx.query<{ id: bigint }>(
    `insert into conversation (token, user_id, email, name, subject, source, last_at, created_at)
     values ($3, $1, ${GIVEN_EMAIL}, $4, $5, $6, $7, $7) returning id`,
    [userId, email, newToken(), senderName(sender.name), subjectOf(subject), source, now],
  );
  if (!made) throw new Error("no conversation was stored");
  await addWords(tx, { id: made.id, text: `${senderName(sender.name)} ${email} ${subjectOf(subject)}` });
  return made.id;
}

/** The address for answers: '' is the account's own, also after it changes. */
const GIVEN_EMAIL = `case when $2 = (select u.email from user_account u where u.id = $1::int) then '' else $2 end`;

interface CustomerMessage {
  conversationId: bigint;
  text: string;
  authorId: number | null;
  /** The page it was written on. */
  url?: string;
  mail?: { from: string; messageId: string; isForeign: boolean; isAutomatic: boolean };
  now: Date;
}

/**
 * Adds a customer's message: a closed conversation is open again and waits for staff. An automatic answer changes
 * nothing else. A mail that was delivered before is not added again, nor a form that was sent twice.
 * @returns whether it was added.
 */
export async function addCustomerMessage(tx: Tx, message: CustomerMessage): Promise<boolean> {
  const { conversationId, authorId, url = "", mail, now } = message;
  const text = storableText(message.text);
  if (!mail && (await isRepeated(tx, { conversationId, text, now }))) return false;
  const [added] = await tx.query<{ id: bigint }>(
    `insert into conversation_message
       (conversation_id, kind, text, author_id, from_address, message_id, is_foreign, is_automatic, url, created_at)
     values ($1, 'customer', $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (message_id, from_address) do nothing returning id`,
    [
      ...[conversationId, text, authorId, mail?.from ?? "", mail?.messageId ?? null, mail?.isForeign ?? false],
      ...[mail?.isAutomatic ?? false, url, now],
    ],
  );
  if (!added) return false;
  await addWords(tx, { id: conversationId, text });
  if (mail?.isAutomatic) return true;
  await tx.query(
    `update conversation set state = 'open', waiting_since = coalesce(waiting_since, $2), last_at = $2 where id = $1`,
    [conversationId, now],
  );
  await tellStaff(tx, { conversationId, messageId: added.id, authorId });
  return true;
}

/** Checks whether the locked conversation is open and its newest message is this one, of the last minute. */
async function isRepeated(tx: Tx, of: Pick<CustomerMessage, "conversationId" | "text" | "now">): Promise<boolean> {
  const same = await tx.query(
    `select from (select kind, text, created_at from conversation_message where conversation_id = $1 order by id desc limit 1) newest
     where kind = 'customer' and text = $2 and created_at > $3::timestamptz - interval '1 minute'
       and exists (select from conversation where id = $1 and state = 'open')`,
    [of.conversationId, of.text, of.now],
  );
  return same.length > 0;
}

interface Told {
  conversationId: bigint;
  messageId: bigint;
  authorId: number | null;
}

/**
 * Mails the assigned member of staff, or those who asked for it, once until one of them looks (22.6). A conversation of
 * somebody who has left is assigned to nobody, and those who asked do not know of it yet.
 */
async function tellStaff(tx: Tx, { conversationId, messageId, authorId }: Told): Promise<void> {
  const text = `A message waits for an answer: ${ownUrl(`/dashboard/inbox/${conversationId}`)}`;
  const told = await tx.query(
    `with news as (
         update conversation c set told = true, assigned_to = u.id
         from conversation one left join user_account u on u.id = one.assigned_to and u.state = 'active' and ${HAS_RIGHT("customers.see")}
         where c.id = $1 and one.id = c.id and (not c.told or u.id is distinct from c.assigned_to) returning c.assigned_to),
       staff as (
         select u.id, u.email, r.user_id is not null as reads from user_account u left join inbox_reader r on r.user_id = u.id
         where ${HAS_RIGHT("customers.see")} and u.state = 'active' and u.email is not null
           and (u.totp_confirmed_at is not null or not $2::boolean) and u.id is distinct from $3::int
           and (r.user_id is not null or u.id = (select assigned_to from news)))
     insert into mail (to_address, subject, text, cause)
     select staff.email, 'A message in the inbox', $4, 'inbox:' || $5::bigint || ':' || staff.id from news, staff
     where case when exists (select from staff where id = news.assigned_to) then staff.id = news.assigned_to else staff.reads end
     on conflict (cause) do nothing returning 1`,
    [conversationId, env.STAFF_TOTP_REQUIRED, authorId, text, messageId],
  );
  if (told.length > 0) await sendSoon(tx);
}
