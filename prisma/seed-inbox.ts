import { db, transaction, type Tx } from "~/platform/db.server";
import { addCustomerMessage, joinOrOpen } from "~/site/inside/inbox/add-message.server";
import { DEMO_DOMAIN } from "./seed-history/customers";

const MINUTE_MS = 60_000;

interface Past {
  minutesAgo: number;
  text: string;
  /** Written by staff, not by the customer. */
  staff?: true;
}

const CUSTOMER: Past[] = [
  {
    minutesAgo: 26 * 60,
    text: "Is my volume kept while I am away?\nI will not run anything for three weeks, and the balance is small.",
  },
  {
    minutesAgo: 25 * 60,
    staff: true,
    text: "Hello,\n\nyes: a volume is kept as long as your balance covers it, and 14 days longer. Your balance is enough for the three weeks.",
  },
  { minutesAgo: 95, text: "Thank you! One more thing: how do I get our tax number on the receipts?" },
];
const VISITOR: Past[] = [
  {
    minutesAgo: 4 * 60,
    text: "Can we rent 32 GPUs for a month?\nWe would start in January and pay by bank transfer. Who should we talk to?",
  },
];
const MAILED: Past[] = [
  { minutesAgo: 3 * 24 * 60, text: "Where do I find the SSH command?\nI started my first task and only see its name." },
  {
    minutesAgo: 3 * 24 * 60 - 50,
    staff: true,
    text: "Open the task on the Tasks screen: the command is at the top of its page.",
  },
  {
    minutesAgo: 3 * 24 * 60 - 90,
    text: "Found it, thanks.\n\nOn 24 November, Millrace wrote:\n> Open the task on the Tasks screen: the command is at the top of its page.",
  },
];
const OWING: Past[] = [
  {
    minutesAgo: 28 * 60,
    text: "Can we pay the second invoice next week?\nOur accounting pays on the first Thursday of a month.",
  },
  {
    minutesAgo: 27 * 60,
    staff: true,
    text: "Hello,\n\nyes, next Thursday is fine. Please quote the number of the invoice.",
  },
];
const ANSWERS = [
  {
    name: "Tax number on receipts",
    text: "Hello {name},\n\nenter your tax number under Settings, Company and address: every receipt from then on has it.\n\n{me}",
  },
  {
    name: "Which task, and when",
    text: "Hello {name},\n\nplease tell us the name of the task and the time in UTC, so that we can look it up.\n\n{me}",
  },
];

/** Gives a new demo conversations for its inbox, two that wait, one answered and one closed, and saved answers. */
export async function seedInbox(now: Date): Promise<void> {
  const [any] = await db.query(`select from conversation limit 1`);
  const [staff] = await db.query<{ id: number }>(
    `select id from user_account where email = 'operator@millrace.example'`,
  );
  const customer = await findSender("customer@millrace.example");
  const owing = await findSender(`customer22@${DEMO_DOMAIN}`);
  if (any || !staff || !customer) return;
  const answeredBy = staff.id;
  await transaction(async (tx) => {
    if (owing) await seedOne(tx, { sender: owing, source: "contact", past: OWING, answeredBy, now });
    await seedOne(tx, { sender: customer, source: "chat", past: CUSTOMER, answeredBy, now });
    const visitor = { userId: null, name: "Jo Berg", email: "jo.berg@lab.example" };
    await seedOne(tx, { sender: visitor, source: "contact", past: VISITOR, answeredBy, now });
    const writer = { userId: null, name: "Sam Reyes", email: "sam@reyes.example" };
    const mailed = await seedOne(tx, { sender: writer, source: "mail", past: MAILED, answeredBy, now });
    await tx.query(`update conversation set state = 'closed', waiting_since = null where id = $1`, [mailed]);
    for (const one of ANSWERS)
      await tx.query(`insert into saved_answer (name, text) values ($1, $2) on conflict do nothing`, [
        one.name,
        one.text,
      ]);
  });
}

interface Sender {
  userId: number | null;
  name: string;
  email: string;
}

async function findSender(email: string): Promise<Sender | undefined> {
  const [sender] = await db.query<Sender>(`select id as "userId", name, email from user_account where email = $1`, [
    email,
  ]);
  return sender;
}

interface Seeded {
  sender: Sender;
  source: "chat" | "contact" | "mail";
  past: Past[];
  answeredBy: number;
  now: Date;
}

async function seedOne(tx: Tx, { sender, source, past, answeredBy, now }: Seeded): Promise<bigint> {
  const at = ({ minutesAgo }: Past) => new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const [first] = past;
  if (!first) throw new Error("a conversation begins with a message");
  const id = await joinOrOpen(tx, { sender, source, subject: first.text, now: at(first) });
  for (const one of past) {
    if (one.staff) {
      // No mail: nobody wrote this.
      await tx.query(
        `insert into conversation_message (conversation_id, kind, text, author_id, created_at) values ($1, 'staff', $2, $3, $4)`,
        [id, one.text, answeredBy, at(one)],
      );
      await tx.query(`update conversation set waiting_since = null, last_at = $2, assigned_to = $3 where id = $1`, [
        id,
        at(one),
        answeredBy,
      ]);
      continue;
    }
    const messageId = `<${one.minutesAgo}@${sender.email.split("@")[1]}>`;
    const mail = { from: sender.email, messageId, isForeign: false, isAutomatic: false };
    const added = { conversationId: id, text: one.text, authorId: sender.userId, now: at(one) };
    await addCustomerMessage(tx, source === "mail" ? { ...added, mail } : added);
  }
  return id;
}
