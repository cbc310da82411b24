import { db, transaction } from "~/platform/db.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import { addCustomerMessage } from "./add-message.server";

const HOUR_S = 3_600;

/** Limits what a customer writes on their own pages (22.8). */
const limit = lastingLimit({
  prefix: "inbox-own",
  points: 30,
  durationS: HOUR_S,
  refusal: (seconds) =>
    new Refusal(M.tooManyRequests({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } }),
});

export interface OwnConversation {
  id: bigint;
  subject: string;
  state: "open" | "closed";
  isWaiting: boolean;
  lastAt: Date;
}

/** A person's own conversations, the newest first (22.4). */
export async function listOwnConversations(asked: {
  userId: number;
  limit: number;
  offset: number;
}): Promise<OwnConversation[]> {
  return await db.query<OwnConversation>(
    `select id, subject, state, waiting_since is not null as "isWaiting", last_at as "lastAt" from conversation
     where user_id = $1 order by last_at desc, id desc limit $2 offset $3`,
    [asked.userId, asked.limit, asked.offset],
  );
}

export async function countOwnConversations({ userId }: { userId: number }): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from conversation where user_id = $1`,
    [userId],
  );
  return row?.count ?? 0;
}

/** One of a person's own conversations; null if it is not theirs. */
export async function readOwnConversation(of: { id: bigint; userId: number }): Promise<OwnConversation | null> {
  const [found] = await db.query<OwnConversation>(
    `select id, subject, state, waiting_since is not null as "isWaiting", last_at as "lastAt" from conversation
     where id = $1 and user_id = $2`,
    [of.id, of.userId],
  );
  return found ?? null;
}

/** Adds a message of the person to their own conversation; a closed one opens again. */
export async function writeOwn(given: { id: bigint; userId: number; text: string; now: Date }): Promise<void> {
  const { id, userId, text, now } = given;
  await limit.consume(String(userId));
  await transaction(async (tx) => {
    const [own] = await tx.query(`select from conversation where id = $1 and user_id = $2 for update`, [id, userId]);
    if (!own) throw new Refusal(M.notFound, { status: 404 });
    await addCustomerMessage(tx, { conversationId: id, text, authorId: userId, now });
  });
}
