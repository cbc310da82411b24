import { transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import { addWords } from "./add-words.server";
import { auditAct, type InboxAct, lockConversation, type LockedConversation } from "./lock-conversation.server";
import { replySubject } from "./mail-texts";
import { newMessageId, replyAddress } from "./reply-address.server";

/** Message-IDs that an answer names, the newest; mail programs need no more to find its place. */
const FOLLOWS_MAX = 10;

interface Written extends InboxAct {
  text: string;
  /** The newest message that its writer saw. */
  seen: bigint;
}

/** Answers a conversation by mail (22.3). An unassigned one is then assigned to the writer. A newer message refuses the answer (M620). */
export async function answer({ close, ...act }: Written & { close: boolean }): Promise<void> {
  const { conversationId, userId, text, seen, now } = act;
  await transaction(async (tx) => {
    const conversation = await lockConversation(tx, act);
    requireNewest(conversation, seen);
    const { token, address, subject, assignedTo } = conversation;
    const follows = await tx.query<{ messageId: string }>(
      `select message_id as "messageId" from conversation_message
       where conversation_id = $1 and message_id is not null and not is_automatic order by id desc limit ${FOLLOWS_MAX}`,
      [conversationId],
    );
    const messageId = newMessageId(token);
    await tx.query(
      `insert into conversation_message (conversation_id, kind, text, author_id, message_id, created_at)
       values ($1, 'staff', $2, $3, $4, $5)`,
      [conversationId, text, userId, messageId, now],
    );
    await addWords(tx, { id: conversationId, text });
    await tx.query(
      `update conversation set waiting_since = null, last_at = $2, assigned_to = coalesce(assigned_to, $3),
         state = case when $4::boolean then 'closed' else 'open' end where id = $1`,
      [conversationId, now, userId, close],
    );
    const taken = assignedTo === null ? { assigned_to: userId } : {};
    await auditAct(tx, act, conversation, { action: "inbox.answer", after: { closed: close, ...taken } });
    // A closed account has no address left.
    if (address === "") return;
    await queueMail(tx, {
      to: address,
      subject: replySubject(subject),
      text: `${text}\n\n-- \n${howToAnswer(conversation)}`,
      cause: `conversation:${messageId}`,
      thread: { replyTo: replyAddress(token), messageId, follows: follows.map((one) => one.messageId).toReversed() },
    });
  });
}

/** Adds a note that only staff see. */
export async function addNote(act: Written): Promise<void> {
  const { conversationId, userId, text, seen, now } = act;
  await transaction(async (tx) => {
    const conversation = await lockConversation(tx, act);
    requireNewest(conversation, seen);
    await tx.query(
      `insert into conversation_message (conversation_id, kind, text, author_id, created_at) values ($1, 'note', $2, $3, $4)`,
      [conversationId, text, userId, now],
    );
    await addWords(tx, { id: conversationId, text });
    await auditAct(tx, act, conversation, { action: "inbox.note" });
  });
}

function requireNewest({ newest }: LockedConversation, seen: bigint): void {
  if (newest !== seen) throw new Refusal(M.newerMessage, { status: 409 });
}

/** The last lines of an answer. */
function howToAnswer({ id, userId }: LockedConversation): string {
  const byMail = env.INBOX_ADDRESS !== undefined || env.SUPPORT_EMAIL !== undefined;
  const page = ownUrl(userId === null ? "/contact" : `/contact/${id}`);
  return byMail ? `Answer this mail, or write to us at ${page}` : `Answer at ${page}`;
}
