import { beforeEach, describe, expect, test } from "vitest";
import { M } from "~/messages";
import { db, prisma, transaction } from "~/platform/db.server";
import { addCustomerMessage } from "~/site/inside/inbox/add-message.server";
import { presentTime } from "~/platform/time.server";
import { restoreUser, suspendUser } from "~/staff/inside/suspend-user.server";
import { writeOwn } from "~/site/inside/inbox/own-conversations.server";
import { pruneConversations } from "~/site/prune-conversations.server";
import { countWaitingConversations } from "~/site/count-waiting-conversations.server";
import { action as act, loader as open } from "~/site/screens/conversation/route";
import { action as sendContact } from "~/site/screens/contact/route";
import { action as switchMails, loader as list } from "~/site/screens/inbox/route";
import { action as saveAnswers } from "~/site/screens/saved-answers/route";
import {
  answerOf,
  aVisit,
  type Browser,
  get,
  post,
  thrownBy,
  type Visit,
} from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { lockWaits } from "../../../support/lock-waits";
import { argsOf } from "../../../support/route-args";
import { until } from "../../../support/until";
import { aVisitor } from "../../../support/visitor";
import { aTenant, anAdmin } from "../../../support/world";

const DAY_MS = 86_400_000;
let address = 0;
let staff: Staff;

beforeEach(async () => {
  await db.query(`truncate conversation, saved_answer, inbox_reader, feedback, mail cascade`);
  staff = await theStaff();
});

/** Writes by the contact form, from a network of its own. */
async function write(by: Browser, fields: { email: string; message: string; name?: string }) {
  const { request } = post(by, "/contact", { intent: "send", name: "Ann", ...fields });
  address += 1;
  const sent = await sendContact(argsOf(request, { client: `10.2.${address >> 8}.${address & 255}` }));
  expect(await answerOf(sent)).toMatchObject({ status: 303 });
}

async function only() {
  const [conversation, ...more] = await prisma.conversation.findMany({
    include: { messages: { orderBy: { id: "asc" } } },
  });
  if (!conversation || more.length > 0) throw new Error(`${more.length + 1} conversations`);
  return conversation;
}

/** Sends a form of the conversation's screen. */
async function does(by: Visit, id: bigint, fields: Record<string, string>) {
  return await answerOf(await act(post(by, `/dashboard/inbox/${id}`, fields, { id: String(id) })));
}

const newest = async (id: bigint) => {
  const found = await prisma.conversationMessage.findFirst({ where: { conversationId: id }, orderBy: { id: "desc" } });
  return String(found?.id ?? 0n);
};
const shown = async (by: Visit, id: bigint) => await open(get(by, `/dashboard/inbox/${id}`, { id: String(id) }));
const inbox = async (by: Visit, query = "") => await list(get(by, `/dashboard/inbox${query}`));

describe("Messages become conversations (22.1, 22.2)", () => {
  test("a visitor's message waits for staff, and the feedback is still relayed", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "Where is my invoice?\nIt should be there." });
    expect(await only()).toMatchObject({
      ...{ userId: null, email: "ann@example.com", name: "Ann", subject: "Where is my invoice?", source: "contact" },
      ...{ state: "open", assignedTo: null, waitingSince: expect.any(Date) },
      messages: [{ kind: "customer", text: "Where is my invoice?\nIt should be there.", isForeign: false }],
    });
    expect(await prisma.feedback.count()).toBe(1);
    expect((await countWaitingConversations()).waiting).toBe(1);
  });

  test("characters that turn the direction of a form's text become visible, as in mails", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "See invoice\u202efdp.exe" });
    expect(await only()).toMatchObject({
      subject: "See invoice\u{fffd}fdp.exe",
      messages: [{ text: "See invoice\u{fffd}fdp.exe" }],
    });
  });

  test("a second message of an address joins its open conversation; another address and a closed one do not", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "One" });
    await write(aVisitor(), { email: "ann@example.com", message: "Two" });
    const { id, messages } = await only();
    expect(messages.map(({ text }) => text)).toEqual(["One", "Two"]);
    await write(aVisitor(), { email: "bob@example.com", message: "Hello" });
    await db.query(`update conversation set state = 'closed', waiting_since = null where id = $1`, [id]);
    await write(aVisitor(), { email: "ann@example.com", message: "Three" });
    expect(await prisma.conversation.count()).toBe(3);
  });

  test("a conversation that was quiet for 30 days is not joined", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "One" });
    await db.query(`update conversation set last_at = $1`, [new Date(Date.now() - 30 * DAY_MS - 1000)]);
    await write(aVisitor(), { email: "ann@example.com", message: "Two" });
    expect(await prisma.conversation.count()).toBe(2);
  });

  test("two first messages at once make one conversation", async () => {
    await Promise.all([1, 2, 3].map((n) => write(aVisitor(), { email: "ann@example.com", message: `Message ${n}` })));
    expect((await only()).messages).toHaveLength(3);
  });

  test("who types a customer's address is not that customer", async () => {
    const { email, userId } = staff.tenant;
    await write(staff.customer, { email, message: "My secret plan" });
    await write(aVisitor(), { email, message: "It is me, really" });
    const conversations = await prisma.conversation.findMany({ orderBy: { id: "asc" } });
    expect(conversations).toMatchObject([
      { userId, email: "" },
      { userId: null, email },
    ]);
    const { facts, maybe } = await shown(staff.operator, conversations[1]?.id ?? 0n);
    expect([facts, maybe]).toEqual([null, { id: userId, name: "Test Person" }]);
  });

  test("who sees money sees the customer's open invoices next to it", async () => {
    const { email, tenantId } = staff.tenant;
    await write(staff.customer, { email, message: "Can we pay next week?" });
    const { id } = await only();
    const invoices = async () => (await shown(staff.operator, id)).facts?.invoices;
    expect(await invoices()).toBeNull();
    await db.query(
      `insert into bank_invoice (invoice_id, tenant_id, number, state, cents, vat_cents, vat_rate_bp, vat_country, vat_reason,
         credit_when, issued_at, due_on, seller, bank_details, billed_to)
       values (gen_random_uuid(), $1, 'INV-2026-000007', 'open', 10000, 1900, 1900, 'DE', 'domestic', 'paid', now(),
         '2024-12-01', '{}', 'IBAN', '{}')`,
      [tenantId],
    );
    expect(await invoices()).toBe("$119.00, overdue $119.00");
  });

  test("a customer's answers go to the address they gave, else to the account's present one", async () => {
    await write(staff.customer, { email: "other@example.com", message: "To my other address" });
    expect(await only()).toMatchObject({ email: "other@example.com" });
    await write(staff.customer, { email: staff.tenant.email, message: "To my own" });
    await db.query(`update user_account set email = 'moved@test.example' where id = $1`, [staff.tenant.userId]);
    const { id, messages } = await only();
    expect(messages).toHaveLength(2);
    expect((await shown(staff.operator, id)).conversation.address).toBe("moved@test.example");
  });
});

describe("Staff answer (22.3)", () => {
  test("an answer is mailed with the headers of its conversation, and takes it", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "Where is my invoice?" });
    const { id, token } = await only();
    const sent = await does(staff.operator, id, { intent: "answer", text: "Here it is.", seen: await newest(id) });
    expect(sent).toMatchObject({ status: 303 });
    const after = await only();
    expect(after).toMatchObject({ waitingSince: null, state: "open", assignedTo: expect.any(Number) });
    expect(after.messages.map(({ kind, text }) => [kind, text])).toEqual([
      ["customer", "Where is my invoice?"],
      ["staff", "Here it is."],
    ]);
    const [mail] = await prisma.mail.findMany();
    expect(mail).toMatchObject({
      ...{ to: "ann@example.com", subject: "Re: Where is my invoice?", follows: [] },
      messageId: after.messages[1]?.messageId,
    });
    expect(mail?.text).toContain("Here it is.");
    expect(mail?.messageId).toContain(token);

    await does(staff.operator, id, { intent: "answer-and-close", text: "Anything else?", seen: await newest(id) });
    expect(await only()).toMatchObject({ state: "closed" });
    const second = await prisma.mail.findFirst({ orderBy: { id: "desc" } });
    expect(second?.follows).toEqual([mail?.messageId]);
  });

  test("of two who answer at once, the second is told of the newer message, and keeps the text", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    const seen = await newest(id);
    const both = [staff.operator, staff.admin].map((by) => does(by, id, { intent: "answer", text: "I help", seen }));
    const answers = (await Promise.all(both)).toSorted((one, other) => one.status - other.status);
    expect(answers.map(({ status }) => status)).toEqual([303, 422]);
    expect(answers[1]?.data).toMatchObject({
      message: M.newerMessage,
      lastResult: { initialValue: { text: "I help" }, error: { "": [M.newerMessage] } },
    });
    expect(await prisma.mail.count()).toBe(1);
    expect((await only()).messages).toHaveLength(2);
  });

  test("a note is for staff, mails nobody, and leaves the conversation waiting", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    await does(staff.operator, id, { intent: "note", text: "She called too.", seen: await newest(id) });
    expect(await only()).toMatchObject({ waitingSince: expect.any(Date), messages: [{}, { kind: "note" }] });
    expect(await prisma.mail.count()).toBe(0);
  });

  test.each([
    ["", M.wrongMessage],
    ["x".repeat(10_001), M.wrongMessage],
  ])("an answer without text or with too much is refused: %#", async (text, message) => {
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    const refused = await does(staff.operator, id, { intent: "answer", text, seen: await newest(id) });
    expect(refused).toMatchObject({ status: 422, data: { lastResult: { error: { text: [message] } } } });
  });

  test("a conversation is assigned, closed and opened again; a new message opens it too", async () => {
    await write(staff.customer, { email: staff.tenant.email, message: "Help" });
    const { id } = await only();
    const [admin] = await prisma.user.findMany({ where: { role: "admin" }, orderBy: { id: "desc" }, take: 1 });
    await does(staff.operator, id, { intent: "assign", to: String(admin?.id) });
    expect(await only()).toMatchObject({ assignedTo: admin?.id });
    const refused = await does(staff.operator, id, { intent: "assign", to: String(staff.tenant.userId) });
    expect(refused).toMatchObject({ status: 422, data: { message: M.notOfStaff } });
    await does(staff.operator, id, { intent: "close" });
    expect(await only()).toMatchObject({ state: "closed", waitingSince: null });
    await does(staff.operator, id, { intent: "reopen" });
    expect(await only()).toMatchObject({ state: "open", waitingSince: null });
    const acts = await db.query<{ action: string; tenantId: number }>(
      `select action, tenant_id as "tenantId" from audit_row where target = $1 order by id`,
      [`conversation:${id}`],
    );
    expect(acts).toEqual(
      ["inbox.assign", "inbox.close", "inbox.reopen"].map((action) => ({ action, tenantId: staff.tenant.tenantId })),
    );
  });

  test("a conversation of somebody who loses the right to see it is unassigned, also if both happen at once", async () => {
    await write(staff.customer, { email: staff.tenant.email, message: "Help" });
    const { id } = await only();
    const one = await aTenant({ role: "operator", dollars: 0 });
    const by = { actorId: (await anAdmin()).userId, userId: one.userId, requestId: "test", now: presentTime() };
    await does(staff.operator, id, { intent: "assign", to: String(one.userId) });
    await suspendUser({ ...by, reason: "test" });
    expect((await only()).assignedTo).toBeNull();
    await restoreUser(by);
    const assigning = await transaction(async (tx) => {
      await tx.query(`select from user_account where id = $1 for update`, [one.userId]);
      const waiting = does(staff.operator, id, { intent: "assign", to: String(one.userId) });
      await until("the assignment waits", async () => (await lockWaits()) > 0);
      await tx.query(`update user_account set role = 'customer' where id = $1`, [one.userId]);
      return { waiting };
    });
    expect(await assigning.waiting).toMatchObject({ status: 422, data: { message: M.notOfStaff } });
    expect((await only()).assignedTo).toBeNull();
  });

  test("a message that is sent twice within a minute, as by a double click without JavaScript, is there once", async () => {
    const sent = { email: staff.tenant.email, message: "Help" };
    await Promise.all([write(staff.customer, sent), write(staff.customer, sent)]);
    const { id } = await only();
    const reply = { id, userId: staff.tenant.userId };
    await Promise.all([1, 2].map(() => writeOwn({ ...reply, text: "Please", now: presentTime() })));
    const texts = async () => (await only()).messages.map(({ text }) => text);
    expect(await texts()).toEqual(["Help", "Please"]);
    expect(await prisma.feedback.count()).toBe(1);
    await writeOwn({ ...reply, text: "Help", now: presentTime() });
    await does(staff.operator, id, { intent: "close" });
    await writeOwn({ ...reply, text: "Help", now: presentTime() });
    await writeOwn({ ...reply, text: "Help", now: new Date(presentTime().getTime() + 61_000) });
    expect(await texts()).toEqual(["Help", "Please", "Help", "Help", "Help"]);
  });

  test("the audit never has the text", async () => {
    await write(staff.customer, { email: staff.tenant.email, message: "Help" });
    const { id } = await only();
    await does(staff.operator, id, { intent: "answer", text: "top secret", seen: await newest(id) });
    await does(staff.operator, id, { intent: "note", text: "top secret", seen: await newest(id) });
    const rows = await db.query<{ row: string }>(`select audit_row::text as row from audit_row`);
    expect(rows.map(({ row }) => row).join("\n")).not.toContain("top secret");
  });
});

describe("Who may do what", () => {
  const ACTS: Record<string, string>[] = [
    { intent: "answer", text: "Hello", seen: "0" },
    { intent: "note", text: "Hello", seen: "0" },
    { intent: "insert", text: "", answer: "1" },
    { intent: "assign", to: "" },
    { intent: "close" },
  ];

  test.each(ACTS)("support reads and cannot $intent; a customer sees nothing", async (fields) => {
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    expect((await shown(staff.support, id)).mayAct).toBe(false);
    for (const by of [staff.support, staff.customer]) expect((await thrownBy(does(by, id, fields))).status).toBe(403);
    expect((await thrownBy(shown(staff.customer, id))).status).toBe(403);
    expect(await only()).toMatchObject({ state: "open", messages: [{}] });
  });

  test("an unknown or impossible conversation is not found", async () => {
    for (const id of ["999999", "0", "x", "1e3", "99999999999999999999"])
      expect((await thrownBy(open(get(staff.admin, `/dashboard/inbox/${id}`, { id })))).status).toBe(404);
  });
});

describe("The list", () => {
  test("the longest waiting comes first, those that wait for nobody last; tabs and their numbers", async () => {
    for (const name of ["a", "b", "c"])
      await write(aVisitor(), { email: `${name}@example.com`, message: `From ${name}` });
    const [a, b] = await prisma.conversation.findMany({ orderBy: { id: "asc" } });
    await db.query(`update conversation set waiting_since = waiting_since - interval '1 day' where id = $1`, [b?.id]);
    await does(staff.operator, a?.id ?? 0n, { intent: "answer", text: "Hello", seen: await newest(a?.id ?? 0n) });
    const { rows, counts } = await inbox(staff.operator);
    expect(rows.map(({ subject }) => subject)).toEqual(["From b", "From c", "From a"]);
    expect(counts).toEqual({ open: 3, mine: 1, unassigned: 2, closed: 0 });
    expect((await inbox(staff.operator, "?show=mine")).rows.map(({ subject }) => subject)).toEqual(["From a"]);
    expect((await inbox(staff.operator, "?show=unassigned")).rows).toHaveLength(2);
  });

  test.each([
    "ann",
    "ann@example.com",
    "Ann@Exam",
    "invoice",
    "lost inv",
    "o'brien",
    "& | !",
    "“",
    "\u0000",
    "x".repeat(200),
  ])("finds by address, name and words, and survives any text: %j", async (q) => {
    await write(aVisitor(), { email: "ann@example.com", name: "Ann O'Brien", message: "Hello\nI lost an invoice." });
    await write(aVisitor(), { email: "bob@example.com", name: "Bob", message: "Something else" });
    const { rows } = await inbox(staff.operator, `?q=${encodeURIComponent(q)}`);
    const expected = /^[a-z@. ']{3,20}$/i.test(q) ? ["ann@example.com"] : [];
    expect(rows.map(({ email }) => email)).toEqual(expected);
  });

  test("a conversation with more words than can be found still takes messages", async () => {
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    for (let sent = 0; sent < 5; sent += 1) {
      const text = Array.from({ length: 1500 }, (_, n) => `${sent}word${n}`)
        .join(" ")
        .slice(0, 10_000);
      const seen = await newest(id);
      expect(await does(staff.operator, id, { intent: "note", text, seen })).toMatchObject({ status: 303 });
    }
    // Words as long as a tsvector takes them.
    for (let sent = 0; sent < 12; sent += 1) {
      const text = Array.from({ length: 9 }, (_, n) => `${sent}x${n}`.padEnd(2_000, "y")).join(" ");
      await transaction((tx) => addCustomerMessage(tx, { conversationId: id, text, authorId: null, now: new Date() }));
    }
    expect((await only()).messages).toHaveLength(18);
    expect((await inbox(staff.operator, "?q=0word7")).rows).toHaveLength(1);
  });

  test("an account's conversation is found by the account's address", async () => {
    await write(staff.customer, { email: staff.tenant.email, message: "Help" });
    expect((await inbox(staff.operator, `?q=${staff.tenant.email}`)).rows).toHaveLength(1);
  });
});

describe("Mails to staff (22.6)", () => {
  const mails = async () => (await prisma.mail.findMany({ orderBy: { id: "asc" } })).map(({ to }) => to);

  test("those who asked are told once, until somebody looks", async () => {
    const reader = await aTenant({ role: "operator", dollars: 0 });
    const visit = await aVisit(reader);
    await switchMails(post(visit, "/dashboard/inbox", { intent: "subscribe" }));
    await write(aVisitor(), { email: "ann@example.com", message: "One" });
    await write(aVisitor(), { email: "ann@example.com", message: "Two" });
    expect(await mails()).toEqual([reader.email]);
    await shown(staff.support, (await only()).id);
    await write(aVisitor(), { email: "ann@example.com", message: "Three" });
    expect(await mails()).toEqual([reader.email, reader.email]);
    await switchMails(post(visit, "/dashboard/inbox", { intent: "unsubscribe" }));
    await write(aVisitor(), { email: "bob@example.com", message: "One" });
    expect(await mails()).toHaveLength(2);
  });

  test("of an assigned conversation only the assigned one is told; once they have left, the readers", async () => {
    const [reader, owner] = [
      await aTenant({ role: "operator", dollars: 0 }),
      await aTenant({ role: "admin", dollars: 0 }),
    ];
    await switchMails(post(await aVisit(reader), "/dashboard/inbox", { intent: "subscribe" }));
    await write(aVisitor(), { email: "ann@example.com", message: "One" });
    const { id } = await only();
    await does(staff.operator, id, { intent: "assign", to: String(owner.userId) });
    await write(aVisitor(), { email: "ann@example.com", message: "Two" });
    expect(await mails()).toEqual([reader.email, owner.email]);
    await shown(staff.operator, id);
    await db.query(`update user_account set role = 'customer' where id = $1`, [owner.userId]);
    await write(aVisitor(), { email: "ann@example.com", message: "Three" });
    expect(await mails()).toEqual([reader.email, owner.email, reader.email]);
  });

  test("a waiting conversation of somebody who has left, and never looked, is like one of nobody", async () => {
    const [reader, owner] = [
      await aTenant({ role: "operator", dollars: 0 }),
      await aTenant({ role: "admin", dollars: 0 }),
    ];
    await switchMails(post(await aVisit(reader), "/dashboard/inbox", { intent: "subscribe" }));
    await write(aVisitor(), { email: "ann@example.com", message: "One" });
    await does(staff.operator, (await only()).id, { intent: "assign", to: String(owner.userId) });
    await write(aVisitor(), { email: "ann@example.com", message: "Two" });
    await db.query(`update user_account set role = 'customer' where id = $1`, [owner.userId]);
    for (const message of ["Three", "Four"]) await write(aVisitor(), { email: "ann@example.com", message });
    expect(await mails()).toEqual([reader.email, owner.email, reader.email]);
    expect((await only()).assignedTo).toBeNull();
  });
});

describe("Saved answers (22.7)", () => {
  const save = async (by: Visit, fields: Record<string, string>) =>
    await answerOf(await saveAnswers(post(by, "/dashboard/inbox-answers", fields)));

  test("are added, changed, deleted and audited; a name is taken once", async () => {
    expect(await save(staff.operator, { intent: "add", name: "Hello", text: "Hello {name}" })).toMatchObject({
      status: 303,
    });
    expect(await save(staff.operator, { intent: "add", name: "Hello", text: "Again" })).toMatchObject({
      ...{ status: 422, data: { lastResult: { error: { name: [M.answerNameTaken] } } } },
    });
    const [saved] = await prisma.savedAnswer.findMany();
    const id = String(saved?.id);
    await save(staff.operator, { intent: "save", id, name: "Hello", text: "Dear {name}" });
    expect(await prisma.savedAnswer.findMany()).toMatchObject([{ text: "Dear {name}" }]);
    await save(staff.operator, { intent: "delete", id });
    expect(await prisma.savedAnswer.count()).toBe(0);
    const acts = await db.query<{ action: string }>(`select action from audit_row where target = $1 order by id`, [
      `saved-answer:${id}`,
    ]);
    expect(acts.map(({ action }) => action)).toEqual(["saved-answer.save", "saved-answer.save", "saved-answer.delete"]);
    for (const by of [staff.support, staff.customer])
      expect((await thrownBy(save(by, { intent: "add", name: "a", text: "b" }))).status).toBe(403);
  });

  test("one is inserted after what was typed, filled in; nothing is sent", async () => {
    await save(staff.operator, { intent: "add", name: "Hello", text: "Dear {name}, {subject}. {me} {other}" });
    const [saved] = await prisma.savedAnswer.findMany();
    await write(aVisitor(), { email: "ann@example.com", message: "Help" });
    const { id } = await only();
    const insert = { intent: "insert", text: "Typed", answer: String(saved?.id), seen: await newest(id) };
    expect(await does(staff.operator, id, insert)).toMatchObject({
      status: 200,
      data: { lastResult: { initialValue: { text: "Typed\n\nDear Ann, Help. Test Person {other}" } } },
    });
    expect(await does(staff.operator, id, { ...insert, answer: "" })).toMatchObject({
      ...{
        status: 422,
        data: { lastResult: { initialValue: { text: "Typed" }, error: { answer: [M.noAnswerChosen] } } },
      },
    });
    expect(await prisma.mail.count()).toBe(0);
  });
});

describe("Age (22.8)", () => {
  test("answered ones close after 30 quiet days, closed ones go after 365; a waiting one stays", async () => {
    for (const name of ["waits", "answered", "closed"])
      await write(aVisitor(), { email: `${name}@example.com`, message: name });
    await db.query(`update conversation set waiting_since = null where email <> 'waits@example.com'`);
    await db.query(`update conversation set state = 'closed' where email = 'closed@example.com'`);
    const states = async () =>
      (await prisma.conversation.findMany({ orderBy: { id: "asc" } })).map(
        ({ subject, state }) => `${subject}: ${state}`,
      );
    const days = (n: number) => ({ now: new Date(Date.now() + n * DAY_MS) });
    await pruneConversations(days(29));
    expect(await states()).toEqual(["waits: open", "answered: open", "closed: closed"]);
    await pruneConversations(days(31));
    expect(await states()).toEqual(["waits: open", "answered: closed", "closed: closed"]);
    await pruneConversations(days(366));
    await pruneConversations(days(366));
    expect(await states()).toEqual(["waits: open"]);
  });
});
