import { db } from "~/platform/db.server";
import { HAS_RIGHT } from "~/platform/staff-rights";

export const TABS = ["open", "mine", "unassigned", "closed"] as const;
export type InboxTab = (typeof TABS)[number];

export interface ConversationRow {
  id: bigint;
  name: string;
  email: string;
  subject: string;
  state: "open" | "closed";
  assignee: string | null;
  waitingSince: Date | null;
  lastAt: Date;
  messages: number;
}

const COLUMNS = `c.id, c.name, coalesce(nullif(c.email, ''), u.email, '') as email, c.subject, c.state, a.name as assignee,
  c.waiting_since as "waitingSince", c.last_at as "lastAt",
  (select count(*)::int from conversation_message m where m.conversation_id = c.id and m.kind <> 'note') as messages`;
const JOINS = `left join user_account u on u.id = c.user_id left join user_account a on a.id = c.assigned_to`;

/** Closed conversations that can be paged through, the newest; older ones are found by a search. */
export const CLOSED_MAX = 2500;

/** Numbers of open conversations: all, those of a member of staff, those of nobody; and of closed ones to page through. */
export async function countConversations({ userId }: { userId: number }): Promise<Record<InboxTab, number>> {
  const [counts] = await db.query<Record<InboxTab, number>>(
    `select count(*)::int as open, count(*) filter (where assigned_to = $1)::int as mine,
       count(*) filter (where assigned_to is null)::int as unassigned,
       (select count(*)::int from (select from conversation where state = 'closed' limit ${CLOSED_MAX}) closed) as closed
     from conversation where state = 'open'`,
    [userId],
  );
  return counts ?? { open: 0, mine: 0, unassigned: 0, closed: 0 };
}

/** Conversations of a tab: the longest waiting first, then those that wait for nobody, the newest first. */
export async function listConversations(asked: {
  tab: InboxTab;
  userId: number;
  limit: number;
  offset: number;
}): Promise<ConversationRow[]> {
  const { tab, userId, limit, offset } = asked;
  // Each order is that of an index.
  if (tab === "mine") {
    return await db.query<ConversationRow>(
      `select ${COLUMNS} from (select * from conversation where assigned_to = $1 and state = 'open' ${PAGE}) c ${JOINS} ${ORDER}`,
      [userId, limit, offset],
    );
  }
  if (tab === "unassigned") {
    return await db.query<ConversationRow>(
      `select ${COLUMNS} from (select * from conversation where assigned_to is null and state = $1 ${PAGE}) c ${JOINS} ${ORDER}`,
      ["open", limit, offset],
    );
  }
  return await db.query<ConversationRow>(
    `select ${COLUMNS} from (select * from conversation where state = $1 ${PAGE}) c ${JOINS} ${ORDER}`,
    [tab, limit, offset],
  );
}

const ORDER = `order by c.waiting_since nulls last, c.last_at desc, c.id desc`;
const PAGE = `order by waiting_since nulls last, last_at desc, id desc limit $2 offset $3`;

/** Conversations of a search that are shown; a longer list is no answer. */
const FOUND_MAX = 50;
/** Newest conversations that are looked through first: a common word is found there often enough. */
const RECENT = 3000;
/** The last word may be unfinished. */
const ASKED = `(nullif(plainto_tsquery('simple', translate($1, '@._+-/', '      '))::text, '') || ':*')::tsquery`;

/** Conversations of any state with an address, a name or words, the newest first. */
export async function searchConversations({ q }: { q: string }): Promise<ConversationRow[]> {
  const text = q.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return await db.query<ConversationRow>(
    `with recent as materialized (
       select id from (select id, search, last_at from conversation order by last_at desc, id desc limit ${RECENT}) newest
       where search @@ ${ASKED} order by last_at desc, id desc limit ${FOUND_MAX}),
     found as (
       select id from recent
       union
       -- Only rare words get here; "offset 0" keeps PostgreSQL from looking for them in the order of time.
       (select id from (select id, last_at from conversation where search @@ ${ASKED} offset 0) rare
        where (select count(*) from recent) < ${FOUND_MAX} order by last_at desc, id desc limit ${FOUND_MAX})
       union
       (select own.id from user_account one join conversation own on own.user_id = one.id where one.email = lower($1)
        order by own.last_at desc, own.id desc limit ${FOUND_MAX}))
     select ${COLUMNS} from conversation c ${JOINS} where c.id in (select id from found)
     order by c.last_at desc, c.id desc limit ${FOUND_MAX}`,
    [text],
  );
}

/** Those to whom a conversation can be assigned. */
export async function listStaff(): Promise<{ id: number; name: string }[]> {
  return await db.query<{ id: number; name: string }>(
    `select id, name from user_account u where ${HAS_RIGHT("customers.see")} and state = 'active' order by name, id`,
  );
}

const OTHERS = 5;

export interface OtherConversation {
  id: bigint;
  subject: string;
  state: "open" | "closed";
}

/** Other conversations with the same account or, without one, address; the newest. */
export async function listOthers(of: {
  id: bigint;
  userId: number | null;
  address: string;
}): Promise<OtherConversation[]> {
  return await db.query<OtherConversation>(
    `select id, subject, state from (
       (select id, subject, state, last_at from conversation where user_id = $2 order by last_at desc, id desc limit ${OTHERS + 1})
       union all
       (select id, subject, state, last_at from conversation where $2::int is null and user_id is null and email = $3
        order by last_at desc limit ${OTHERS + 1})) one
     where id <> $1 order by last_at desc limit ${OTHERS}`,
    [of.id, of.userId, of.address],
  );
}
