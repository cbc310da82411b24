import { db } from "~/platform/db.server";

export interface MessageRow {
  id: bigint;
  kind: "customer" | "staff" | "note";
  text: string;
  author: string | null;
  fromAddress: string;
  isForeign: boolean;
  isAutomatic: boolean;
  url: string;
  at: Date;
}

export interface ConversationHead {
  id: bigint;
  userId: number | null;
  /** The user with the address, if nothing proves that they wrote. */
  maybeUserId: number | null;
  tenantId: number | null;
  name: string;
  /** Where answers go. */
  address: string;
  subject: string;
  source: "chat" | "contact" | "mail";
  state: "open" | "closed";
  assignedTo: number | null;
  waitingSince: Date | null;
  createdAt: Date;
}

/** Messages that a page shows, the newest; the limits of senders let few conversations have more. */
const NEWEST = 200;

/** A conversation as staff see it; null if there is none. */
export async function readConversation(id: bigint): Promise<ConversationHead | null> {
  const [head] = await db.query<ConversationHead>(
    `select c.id, c.user_id as "userId", maybe.id as "maybeUserId", u.tenant_id as "tenantId", c.name,
       coalesce(nullif(c.email, ''), u.email, '') as address, c.subject, c.source, c.state, c.assigned_to as "assignedTo",
       c.waiting_since as "waitingSince", c.created_at as "createdAt"
     from conversation c left join user_account u on u.id = c.user_id
     left join user_account maybe on c.user_id is null and maybe.email = c.email where c.id = $1`,
    [id],
  );
  return head ?? null;
}

/** The newest messages of a conversation, oldest first, and how many came before them. */
export async function listMessages(given: { id: bigint; notes: boolean }) {
  const rows = await db.query<MessageRow & { earlier: number }>(
    `select * from (
       select m.id, m.kind, m.text, a.name as author, m.from_address as "fromAddress", m.is_foreign as "isForeign",
         m.is_automatic as "isAutomatic", m.url, m.created_at as at, (count(*) over () - ${NEWEST})::int as earlier
       from conversation_message m left join user_account a on a.id = m.author_id
       where m.conversation_id = $1 and (m.kind <> 'note' or $2::boolean) order by m.id desc limit ${NEWEST}) newest
     order by id`,
    [given.id, given.notes],
  );
  const messages = rows.map(({ earlier: _, ...row }) => row);
  return { messages, earlier: Math.max(0, rows[0]?.earlier ?? 0) };
}

/** Notes that a member of staff has looked: the next message is news again (22.6). */
export async function noteLooked(id: bigint): Promise<void> {
  await db.query(`update conversation set told = false where id = $1 and told`, [id]);
}
