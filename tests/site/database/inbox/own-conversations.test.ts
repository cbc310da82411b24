import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { beforeEach, describe, expect, test } from "vitest";
import { M } from "~/messages";
import { db, prisma } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { action as act } from "~/site/screens/conversation/route";
import { action as sendContact, loader as contact } from "~/site/screens/contact/route";
import { action as write, loader as read } from "~/site/screens/own-conversation/route";
import { answer } from "~/site/inside/inbox/answer.server";
import { eraseTraces } from "~/staff/inside/own-data/deletion/erase-traces.server";
import { ACTIVITY_FILES } from "~/staff/inside/own-data/export/activity-files.server";
import { sendMail } from "../../../../worker/jobs/send-mail";
import { call } from "../../../contract/support/call";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { argsOf } from "../../../support/route-args";
import { aVisitor } from "../../../support/visitor";
import { aTenant } from "../../../support/world";

const SECRET = "a-secret-of-the-relay-with-32-characters";
let staff: Staff;
let client = 0;

beforeEach(async () => {
  await db.query(`truncate conversation, feedback, mail, login_limit cascade`);
  staff = await theStaff();
});

const newest = async (id: bigint) =>
  String((await prisma.conversationMessage.findFirst({ where: { conversationId: id }, orderBy: { id: "desc" } }))?.id);

async function begin(by = staff.customer, email = staff.tenant.email, message = "Help"): Promise<bigint> {
  const { request } = post(by, "/contact", { intent: "send", name: "Ann", email, message });
  await sendContact(argsOf(request, { client: `10.3.0.${(client += 1)}` }));
  const found = await prisma.conversation.findFirstOrThrow({ orderBy: { id: "desc" } });
  return found.id;
}

const staffDoes = async (id: bigint, intent: string, text: string) =>
  await act(
    post(staff.operator, `/dashboard/inbox/${id}`, { intent, text, seen: await newest(id) }, { id: String(id) }),
  );
const shown = async (by: Visit, id: bigint) => await read(get(by, `/contact/${id}`, { id: String(id) }));
const writes = async (by: Visit, id: bigint, text: string) =>
  await answerOf(await write(post(by, `/contact/${id}`, { intent: "write", text }, { id: String(id) })));

describe("A customer's own conversations (22.4)", () => {
  test("show messages and answers, without notes and names of staff, and continue", async () => {
    const id = await begin();
    await staffDoes(id, "note", "Owes us money?");
    await staffDoes(id, "answer-and-close", "Here it is.");
    const { messages, state } = await shown(staff.customer, id);
    expect(state).toBe("closed");
    expect(messages.map(({ kind, own, author }) => [kind, own, author])).toEqual([
      ["customer", "Help", null],
      ["staff", "Here it is.", null],
    ]);
    expect(await writes(staff.customer, id, "Thanks")).toMatchObject({ status: 303 });
    expect(await prisma.conversation.findMany()).toMatchObject([{ state: "open", waitingSince: expect.any(Date) }]);
    expect((await contact(get(staff.customer, "/contact"))).own?.rows).toMatchObject([
      { id: String(id), isWaiting: true },
    ]);
  });

  test("are nobody else's: not another customer's, a member's of the team, nor a visitor's", async () => {
    const id = await begin();
    const other = await aVisit(await aTenant());
    await db.query(
      `insert into member (tenant_id, user_id, role, joined_at) select $1, user_id, 'admin', now() from session where id = $2`,
      [staff.tenant.tenantId, other.sessionId],
    );
    for (const by of [other, staff.operator]) {
      expect((await thrownBy(shown(by, id))).status).toBe(404);
      expect((await thrownBy(writes(by, id, "Mine"))).status).toBe(404);
      expect((await contact(get(by, "/contact"))).own).toBeNull();
    }
    expect((await thrownBy(read(get(null, `/contact/${id}`, { id: String(id) })))).status).toBe(302);
    expect((await contact(get(null, "/contact"))).own).toBeNull();
    for (const wrong of ["0", "x", "99999999999999999999"])
      expect((await thrownBy(read(get(other, `/contact/${wrong}`, { id: wrong })))).status).toBe(404);
    expect(await prisma.conversationMessage.count()).toBe(1);
  });

  test("refuse an empty text, and more than 30 messages an hour", async () => {
    const id = await begin();
    expect(await writes(staff.customer, id, " ")).toMatchObject({ status: 422, data: { message: M.wrongMessage } });
    for (let sent = 0; sent < 30; sent += 1) await writes(staff.customer, id, `Message ${sent}`);
    expect((await writes(staff.customer, id, "Too many")).status).toBe(429);
    expect(await prisma.conversationMessage.count()).toBe(31);
  });

  test("a suspended customer writes by the contact form, which shows no list", async () => {
    await begin();
    await db.query(`update user_account set state = 'suspended' where id = $1`, [staff.tenant.userId]);
    expect((await contact(get(staff.customer, "/contact"))).own).toBeNull();
    await begin(staff.customer, staff.tenant.email, "Why?");
    expect(await prisma.conversationMessage.count()).toBe(2);
  });
});

test("the whole circle: form, answer by SMTP, answer to it by the relay, and on the customer's page (22.5)", async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false },
    onData: (stream, _session, callback) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      stream.on("end", () => callback(null, String(received.push(text))));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  Object.assign(env, {
    ...{ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, INBOX_ADDRESS: "inbox@mail.example" },
    INBOUND_MAIL_SECRET: SECRET,
  });
  try {
    const id = await begin();
    await staffDoes(id, "answer", "How can we help?");
    await sendMail();
    const header = (mail: string | undefined, name: string) =>
      new RegExp(`^${name}:((?:[^\\r\\n]|\\r\\n[ \\t])*)`, "m")
        .exec(mail ?? "")?.[1]
        ?.replace(/\s+/g, " ")
        .trim() ?? "";
    const [first] = received;
    expect(header(first, "Subject")).toBe("Re: Help");
    expect(header(first, "Reply-To")).toMatch(/^inbox\+[0-9a-f]{32}@mail\.example$/);

    const messageId = "<answer-1@mail.customer.example>";
    const mail = {
      ...{
        from: `Ann <${staff.tenant.email}>`,
        to: header(first, "Reply-To"),
        subject: "Re: Help",
        text: "Like this.",
      },
      ...{ message_id: messageId, in_reply_to: header(first, "Message-ID") },
    };
    const headers = { "Content-Type": "application/json" };
    const answer = await call("/v1/inbound-mail", { method: "POST", key: SECRET, headers, body: JSON.stringify(mail) });
    expect(answer.status).toBe(200);
    await staffDoes(id, "answer", "Done.");
    await sendMail();
    expect(header(received[1], "In-Reply-To")).toBe(messageId);
    expect(header(received[1], "References")).toBe(`${header(first, "Message-ID")} ${messageId}`);
    expect((await shown(staff.customer, id)).messages.map(({ own }) => own)).toEqual([
      ...["Help", "How can we help?", "Like this.", "Done."],
    ]);
  } finally {
    Object.assign(env, { SMTP_URL: undefined, INBOX_ADDRESS: undefined, INBOUND_MAIL_SECRET: undefined });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

describe("A person's data (22.8)", () => {
  test("the export has their conversations, without notes and those of others", async () => {
    const id = await begin();
    await staffDoes(id, "note", "secret");
    await staffDoes(id, "answer", "Here it is.");
    await begin(await aVisit(await aTenant()), "other@example.com");
    const file = ACTIVITY_FILES.find(({ name }) => name === "messages");
    let json = "";
    for await (const piece of file?.json({ userId: staff.tenant.userId, tenantIds: [] }) ?? []) json += piece;
    expect(JSON.parse(json)).toMatchObject([
      { conversation: String(id), subject: "Help", from: "you", text: "Help" },
      { from: "us", text: "Here it is." },
    ]);
  });

  test("deleting the account deletes its conversations and those of its address, and no others", async () => {
    const id = await begin(staff.customer, "elsewhere@example.com");
    const operator = await aTenant({ role: "operator" });
    const act = { conversationId: id, userId: operator.userId, requestId: "", now: new Date() };
    await answer({ ...act, text: "Dear Ann", seen: BigInt(await newest(id)), close: false });
    const { userId, email } = staff.tenant;
    // A mail that came in chooses its own id, here that of a mail to somebody else.
    const messageId = "<other@millrace.example>";
    await prisma.mail.create({
      data: { cause: "other", to: "other@example.com", subject: "", text: "Yours", messageId },
    });
    await prisma.conversationMessage.create({
      data: { conversationId: id, kind: "customer", text: "", fromAddress: email, messageId, createdAt: new Date() },
    });
    const visitor = aVisitor();
    for (const address of [email, "somebody@example.com"]) {
      const { request } = post(visitor, "/contact", { intent: "send", name: "x", email: address, message: "Help" });
      await sendContact(argsOf(request, { client: `10.3.0.${(client += 1)}` }));
    }
    await eraseTraces({ userId, emails: [email] });
    await eraseTraces({ userId, emails: [email] });
    expect(await prisma.conversation.findMany()).toMatchObject([{ email: "somebody@example.com" }]);
    expect(await prisma.conversationMessage.count()).toBe(1);
    expect(await prisma.mail.findMany({ where: { cause: { startsWith: "conversation:" } } })).toMatchObject([
      { to: "", text: "" },
    ]);
    expect(await prisma.mail.findMany({ where: { cause: "other" } })).toMatchObject([{ text: "Yours" }]);
  });
});
