import { db, sweep, transaction } from "~/platform/db.server";
import { countWaitingConversations } from "~/site/count-waiting-conversations.server";
import { addCustomerMessage, joinOrOpen } from "~/site/inside/inbox/add-message.server";
import {
  countConversations,
  listConversations,
  listOthers,
  listStaff,
  searchConversations,
  TABS,
} from "~/site/inside/inbox/list-conversations.server";
import { listMessages, readConversation } from "~/site/inside/inbox/read-conversation.server";
import { heading, printMedian } from "./report";

const USERS = 1_000_000;
const CONVERSATIONS = 300_000;
const MESSAGES = 1_000_000;

/** The inbox with the conversations of a year, of which one in fifty is open. */
export async function benchInbox(): Promise<void> {
  const [users, conversations, messages] = [USERS, CONVERSATIONS, MESSAGES].map((n) => n.toLocaleString("en-US"));
  heading(`Inbox: ${conversations} conversations with ${messages} messages, ${users} users`);
  await fill(new Date());
  await printMedian("numbers of the tabs, ms", () => countConversations({ userId: 1 }));
  for (const tab of TABS)
    await printMedian(`tab ${tab}, ms`, () => listConversations({ tab, userId: 1, limit: 25, offset: 0 }));
  const asked = {
    "a rare word": "word4242",
    "no word": "nowhere",
    "the beginning of a word": "word42",
    "a common word": "invoice",
  };
  for (const [what, q] of Object.entries({ ...asked, "an address": "user77@mail.example" }))
    await printMedian(`search for ${what}, ms`, () => searchConversations({ q }));
  const of = { id: 1001n, userId: null, address: "user1001@mail.example" };
  await printMedian("a conversation, ms", () =>
    Promise.all([readConversation(of.id), listMessages({ ...of, notes: true }), listOthers(of), listStaff()]),
  );
  await printMedian("how many wait, ms", () => countWaitingConversations());
  await printMedian("a new message, ms", () => transaction(addOne));
}

async function addOne(tx: Parameters<typeof joinOrOpen>[0]): Promise<void> {
  const sender = { userId: null, email: "bench@mail.example", name: "Bench" };
  const conversationId = await joinOrOpen(tx, { sender, source: "contact", subject: "Help", now: new Date() });
  await addCustomerMessage(tx, { conversationId, text: "Where is my invoice?", authorId: null, now: new Date() });
}

/** Without triggers: half of the conversations have an account, one in a hundred waits. */
async function fill(now: Date): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(
      `insert into user_account (id, tenant_id, name, email, role, state, created_at)
       select n, n, 'User ' || n, 'user' || n || '@example.com', case when n <= 20 then 'operator' else 'customer' end, 'active', $2
       from generate_series(1, $1::int) n`,
      [USERS, now],
    );
    await connection.query(
      `insert into conversation_message (conversation_id, kind, text, created_at)
       select 1 + n % $2::int, case when n % 3 = 0 then 'staff' else 'customer' end,
         'Task ' || n || ' did not start with word' || n % 5000 || ' and the invoice is wrong. ' || repeat('lorem ipsum dolor ', 20), $3
       from generate_series(1, $1::int) n`,
      [MESSAGES, CONVERSATIONS, now],
    );
    await connection.query(
      `insert into conversation (id, token, user_id, email, name, subject, source, state, assigned_to, waiting_since, last_at, created_at, search)
       select n, md5(n::text), case when n % 2 = 0 then n end, address, 'User ' || n, 'Question ' || n, 'contact',
         case when n % 50 = 0 then 'open' else 'closed' end, case when n % 3 = 0 then 1 + n % 20 end,
         case when n % 100 = 0 then $2::timestamptz - n * interval '1 second' end, at, at,
         strip(to_tsvector('simple', translate(address, '@.', '  ') || (select string_agg(text, ' ') from conversation_message m where m.conversation_id = n)))
       from generate_series(1, $1::int) n, lateral (
         select case when n % 2 = 0 then '' else 'user' || n || '@mail.example' end as address, $2::timestamptz - n * interval '1 minute' as at) one`,
      [CONVERSATIONS, now],
    );
    await connection.query(`select setval(pg_get_serial_sequence('conversation', 'id'), $1)`, [CONVERSATIONS]);
  });
  await db.query(`vacuum analyze`);
}
