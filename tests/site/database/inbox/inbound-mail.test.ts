import { beforeEach, describe, expect, test } from "vitest";
import fc from "fast-check";
import { M } from "~/messages";
import { db, prisma } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { answer } from "~/site/inside/inbox/answer.server";
import { type InboundMail, receiveMail } from "~/site/inside/inbox/receive-mail.server";
import { takeFeedback } from "~/site/inside/feedback/take-feedback.server";
import { call, read } from "../../../contract/support/call";
import { aTenant, type TenantInWorld } from "../../../support/world";

const SECRET = "a-secret-of-the-relay-with-32-characters";
const now = new Date();
let counter = 0;
let operator: TenantInWorld;

beforeEach(async () => {
  await db.query(`truncate conversation, feedback, mail, login_limit cascade`);
  Object.assign(env, { INBOX_ADDRESS: "inbox@mail.example", INBOUND_MAIL_SECRET: SECRET });
  operator = await aTenant({ role: "operator", dollars: 0 });
});

const mailOf = (given: Partial<InboundMail>): InboundMail => ({
  ...{ from: "Ann <ann@example.com>", to: "inbox@mail.example", subject: "Help", text: "Hello", html: "" },
  ...{ messageId: `<${(counter += 1)}@example.com>`, inReplyTo: "", references: "", autoSubmitted: "", precedence: "" },
  ...given,
});
const receive = async (given: Partial<InboundMail>) => await receiveMail({ mail: mailOf(given), now });
const conversations = async () =>
  await prisma.conversation.findMany({ orderBy: { id: "asc" }, include: { messages: { orderBy: { id: "asc" } } } });
async function only() {
  const [one, ...more] = await conversations();
  if (!one || more.length > 0) throw new Error(`${more.length + 1} conversations`);
  return one;
}
/** A conversation that Ann began and staff answered; the mail with the answer. */
async function answered() {
  await takeFeedback({
    feedback: { kind: "contact", name: "Ann", email: "ann@example.com", message: "Help" },
    ip: `${(counter += 1)}`,
    now,
  });
  const { id, messages, token } = await only();
  const seen = messages[0]?.id ?? 0n;
  await answer({ conversationId: id, userId: operator.userId, requestId: "r", text: "How?", seen, close: false, now });
  const mail = await prisma.mail.findFirstOrThrow({ where: { messageId: { not: "" } } });
  return { id, token, mail };
}

describe("A mail joins its conversation (22.5)", () => {
  test("by the token in the Reply-To of our answer", async () => {
    const { mail, token } = await answered();
    expect(mail.replyTo).toBe(`inbox+${token}@mail.example`);
    expect(await receive({ to: mail.replyTo, text: "Like this\n\nOn 3 May, Support wrote:\n> How?" })).toBe("added");
    const { messages, waitingSince } = await only();
    expect(messages[2]).toMatchObject({
      ...{ kind: "customer", isForeign: false, isAutomatic: false },
      text: "Like this\n\nOn 3 May, Support wrote:\n> How?",
    });
    expect(waitingSince).not.toBeNull();
  });

  test.each(["inReplyTo", "references"] as const)("by the Message-ID of our answer in %s", async (header) => {
    const { mail } = await answered();
    await receive({ [header]: `<other@example.com> ${mail.messageId}`, from: "ann@example.com" });
    expect((await only()).messages).toHaveLength(3);
  });

  test("a closed one opens again and waits", async () => {
    const { mail } = await answered();
    await db.query(`update conversation set state = 'closed'`);
    await receive({ to: mail.replyTo });
    expect(await only()).toMatchObject({ state: "open", waitingSince: expect.any(Date) });
  });

  test("from another address it is marked and gets no right", async () => {
    const { mail, id } = await answered();
    await receive({ to: mail.replyTo, from: "mallory@example.com" });
    const { messages, email, userId } = await only();
    expect(messages[2]).toMatchObject({ isForeign: true, fromAddress: "mallory@example.com" });
    expect([email, userId]).toEqual(["ann@example.com", null]);
    const seen = messages[2]?.id ?? 0n;
    await answer({ conversationId: id, userId: operator.userId, requestId: "r", text: "Ok", seen, close: false, now });
    expect((await prisma.mail.findMany({ orderBy: { id: "desc" } }))[0]).toMatchObject({ to: "ann@example.com" });
  });

  test("without a token it opens one of its address, never that of an account", async () => {
    const customer = await aTenant();
    const sender = { userId: customer.userId, name: "Test Person" };
    await takeFeedback({ feedback: { kind: "chat", sender, email: customer.email, message: "Mine" }, ip: "1", now });
    await receive({ from: customer.email });
    await receive({ from: customer.email });
    expect((await conversations()).map(({ userId, messages }) => [userId, messages.length])).toEqual([
      [customer.userId, 1],
      [null, 2],
    ]);
  });

  test("an unknown token counts as none", async () => {
    expect(await receive({ to: `inbox+${"0".repeat(32)}@mail.example` })).toBe("added");
    expect(await only()).toMatchObject({ email: "ann@example.com", source: "mail", subject: "Help", name: "Ann" });
  });
});

describe("Automatic mails begin no loop", () => {
  const AUTOMATIC: Partial<InboundMail>[] = [
    { autoSubmitted: "auto-replied" },
    { precedence: "Bulk" },
    { from: "" },
    { from: "<>" },
    { from: "Mail Delivery <MAILER-DAEMON@mail.example>" },
  ];

  test.each(AUTOMATIC)("%j is shown in its conversation, and neither opens one nor makes one wait", async (given) => {
    expect(await receive(given)).toBe("ignored");
    const { mail } = await answered();
    await db.query(`update conversation set state = 'closed'`);
    expect(await receive({ ...given, to: mail.replyTo })).toBe("added");
    const { state, waitingSince, messages } = await only();
    expect([state, waitingSince, messages[2]?.isAutomatic]).toEqual(["closed", null, true]);
    expect(await prisma.mail.count()).toBe(1);
  });

  test("our own mails that come back are ignored", async () => {
    expect(await receive({ from: "Millrace <no-reply@millrace.example>" })).toBe("ignored");
    expect(await receive({ from: "inbox@mail.example" })).toBe("ignored");
  });
});

test("any order and repetition of deliveries gives the same conversation", async () => {
  const { id, mail } = await answered();
  const routes: ((n: number) => Partial<InboundMail>)[] = [
    () => ({ to: mail.replyTo }),
    () => ({ inReplyTo: mail.messageId }),
    (n) => ({ references: `<x${n}@example.com> ${mail.messageId} <y@example.com>` }),
    () => ({ to: mail.replyTo, from: "other@example.com" }),
  ];
  const deliveries = fc.array(fc.nat({ max: routes.length - 1 }), { minLength: 1, maxLength: 5 }).chain((mails) =>
    fc.record({
      mails: fc.constant(mails),
      order: fc.shuffledSubarray(
        [...mails, ...mails].map((_, at) => at),
        { minLength: 2 * mails.length },
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ mails, order }) => {
      await db.query(`delete from conversation_message where from_address <> ''`);
      await db.query(`truncate login_limit`);
      for (const at of order) {
        const n = at % mails.length;
        await receive({ ...routes[mails[n] ?? 0]?.(n), text: `Mail ${n}`, messageId: `<mail-${n}@example.com>` });
      }
      const { id: same, messages } = await only();
      expect(same).toBe(id);
      const texts = messages.filter(({ fromAddress }) => fromAddress !== "").map(({ text }) => text);
      expect(texts.toSorted()).toEqual(mails.map((_, n) => `Mail ${n}`));
    }),
    { numRuns: 25 },
  );
});

test("deliveries of one mail at once add it once", async () => {
  const { mail } = await answered();
  const same = mailOf({ to: mail.replyTo });
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => receiveMail({ mail: same, now })));
  expect(outcomes.filter((outcome) => outcome === "added")).toHaveLength(1);
  expect((await only()).messages).toHaveLength(3);
});

describe("Floods", () => {
  test("a sixth mail of a sender without a token within an hour is refused, and can be repeated later", async () => {
    for (let sent = 0; sent < 5; sent += 1) await receive({});
    await expect(receive({})).rejects.toMatchObject({ details: { status: 429 } });
    expect((await only()).messages).toHaveLength(5);
    expect(await receive({ from: "bob@example.com" })).toBe("added");
  });

  test("a conversation takes 60 mails an hour", async () => {
    const { mail } = await answered();
    for (let sent = 0; sent < 60; sent += 1) await receive({ to: mail.replyTo, from: `a${sent}@example.com` });
    await expect(receive({ to: mail.replyTo })).rejects.toMatchObject({ details: { status: 429 } });
  });
});

describe("POST /v1/inbound-mail", () => {
  const body = (given: object = {}) => ({
    from: "Ann <ann@example.com>",
    subject: "Hi",
    text: "Hello",
    message_id: "<a@example.com>",
    ...given,
  });
  const send = async (given: object, key: string | undefined = SECRET) =>
    await call("/v1/inbound-mail", {
      method: "POST",
      key,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(given),
    });

  test("takes a mail, and the second delivery adds nothing", async () => {
    expect(await read(await send(body()))).toEqual({ retcode: "OK", outcome: "added" });
    expect(await read(await send(body()))).toEqual({ retcode: "OK", outcome: "repeated" });
    expect((await only()).messages).toHaveLength(1);
  });

  test("is not found without its setting, and refuses a wrong secret", async () => {
    for (const key of ["", "wrong", `${SECRET}x`, operator.apiKey]) expect((await send(body(), key)).status).toBe(401);
    Object.assign(env, { INBOUND_MAIL_SECRET: undefined });
    expect((await send(body())).status).toBe(404);
    expect(await prisma.conversation.count()).toBe(0);
  });

  const wrong: [object, string, string][] = [
    [{ from: "nobody" }, "from", M.wrongSender],
    [{ from: "a@example.com, b@example.com" }, "from", M.wrongSender],
    [{ from: `${"a".repeat(300)}@example.com` }, "from", M.wrongSender],
    [{ message_id: "" }, "message_id", M.wrongMessageId],
    [{ message_id: "<a\u0000b@example.com>" }, "message_id", M.wrongMessageId],
    [{ message_id: `<${"a".repeat(300)}@example.com>` }, "message_id", M.wrongMessageId],
  ];
  test.each(wrong)("refuses %j", async (given, field, message) => {
    const response = await send(body(given));
    expect([response.status, await read(response)]).toMatchObject([
      422,
      { human_readable_message: message, fields: { [field]: message } },
    ]);
  });

  test("stores hostile bytes so that they do no harm", async () => {
    const hostile = "\u0000\ud800\u202e<script>";
    const given = {
      from: `"${hostile}" <ann@example.com>`,
      subject: hostile,
      text: hostile,
      references: "<x@y> ".repeat(50_000),
    };
    expect((await send(body(given))).status).toBe(200);
    const { name, subject, messages } = await only();
    for (const text of [name, subject, messages[0]?.text]) expect(text).toBe("\u{fffd}\u{fffd}\u{fffd}<script>");
  });

  test("reads HTML as text, and refuses more than 16 MiB", async () => {
    await send(body({ text: " ", html: "<p>Hello <b>you</b></p><script>alert(1)</script>" }));
    expect((await only()).messages[0]?.text).toBe("Hello you");
    expect((await send(body({ text: "x".repeat(16 * 1024 * 1024) }))).status).toBe(413);
    await send(body({ text: "", message_id: "<b@example.com>" }));
    expect((await only()).messages[1]?.text).toBe("(This mail has no text.)");
  });

  const sendRaw = async (mail: string | Buffer) =>
    await call("/v1/inbound-mail", {
      method: "POST",
      key: SECRET,
      headers: { "Content-Type": "message/rfc822" },
      body: typeof mail === "string" ? mail.replaceAll("\n", "\r\n") : new Uint8Array(mail),
    });

  test("takes a mail as it came, with its charset, encoding and attachments, once", async () => {
    const { token } = await answered();
    const mail = `Return-Path: <ann@example.com>
Delivered-To: inbox+${token}@mail.example
From: =?iso-8859-1?Q?Ann_M=FCller?= <ann@example.com>
To: Support <support@mail.example>
Subject: =?utf-8?B?R3LDvMOfZQ==?=
Message-ID: <raw@example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe, it works.

--b
Content-Type: application/pdf; name=a.pdf
Content-Transfer-Encoding: base64

JVBERi0=
--b--
`;
    for (const outcome of ["added", "repeated"]) expect(await read(await sendRaw(mail))).toMatchObject({ outcome });
    const { messages } = await only();
    expect(messages.slice(2)).toMatchObject([
      { text: "Grüße, it works.", isForeign: false, fromAddress: "ann@example.com" },
    ]);
  });

  test("knows a mail without an id by its bytes, and a report or a list by its headers", async () => {
    const plain = "From: ann@example.com\nSubject: Hi\n\nHello\n";
    for (const outcome of ["added", "repeated"]) expect(await read(await sendRaw(plain))).toMatchObject({ outcome });
    for (const header of ["Return-Path: <>", "List-Id: <l.example.com>", "Auto-Submitted: auto-replied"])
      expect(await read(await sendRaw(`${header}\nFrom: bob@example.com\n\nAway\n`))).toMatchObject({
        outcome: "ignored",
      });
  });

  test("takes or refuses any bytes in words", async () => {
    const deep = Array.from({ length: 300 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`);
    const hostile = [
      "",
      "\0",
      "From: ann@example.com",
      `From: ann@example.com\n${deep.join("")}`,
      Buffer.alloc(100_000, 255),
    ];
    hostile.push(`X: ${"a".repeat(400_000)}\nFrom: ann@example.com\n\n`, `From: ${"<".repeat(50_000)}\n\nx`);
    for (const mail of hostile) expect([200, 400, 422]).toContain((await sendRaw(mail)).status);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await db.query(`truncate login_limit`);
        expect([200, 400, 422]).toContain((await sendRaw(Buffer.from(bytes))).status);
      }),
      { numRuns: 50 },
    );
  });
});
