import { afterEach, beforeEach, expect, test } from "vitest";
import { db, prisma } from "~/platform/db.server";
import type { FeedbackTargets } from "~/site/deliver-feedback.server";
import { takeFeedback, type GivenFeedback } from "~/site/inside/feedback/take-feedback.server";
import { pruneFeedback } from "~/site/unsent-feedback.server";
import { until } from "../../../support/until";
import { sendFeedback } from "../../../../worker/jobs/send-feedback";
import { type ChatServer, startChatServer } from "./chat-server";

const MINUTE_MS = 60_000;
const startMs = Date.parse("2026-11-21T10:00:00Z");
const after = (minutes: number) => new Date(startMs + minutes * MINUTE_MS);
const SUPPORT = "support@millrace.example";

let chat: ChatServer;
let targets: FeedbackTargets;
let visitor = 0;

beforeEach(async () => {
  await db.query(`truncate feedback, mail, conversation cascade`);
  chat = await startChatServer();
  targets = { chatWebhookUrl: chat.url, supportEmail: SUPPORT };
});
afterEach(async () => await chat.close());

/** Each from its own address: the limit is not tested here. */
async function write(given: Partial<GivenFeedback> = {}): Promise<void> {
  const feedback = { kind: "chat" as const, email: "ann@example.com", message: "Good work", ...given };
  await takeFeedback({ feedback, ip: `10.0.0.${(visitor += 1)}`, now: after(0) });
}

const send = (minutes: number, to = targets) => sendFeedback(to, () => after(minutes));
const unsent = () => prisma.feedback.count({ where: { sentAt: null } });

test("feedback reaches the chat webhook with email, message and page", async () => {
  await write({ url: "https://m.example/pricing?gpus=16" });
  await send(0);
  expect(chat.heard).toMatchObject([
    { email: "ann@example.com", message: "Good work", url: "https://m.example/pricing" },
  ]);
  expect(await unsent()).toBe(0);
  await send(1);
  expect(chat.heard).toHaveLength(1);
});

test("a failing webhook is retried after 1, 2, 4 … minutes until it accepts the feedback", async () => {
  await write();
  chat.answer(500);
  const askedAt: number[] = [];
  for (let minute = 0; minute <= 8; minute += 1) {
    const before = chat.heard.length;
    await send(minute);
    if (chat.heard.length > before) askedAt.push(minute);
  }
  expect(askedAt).toEqual([0, 1, 3, 7]);
  expect(await unsent()).toBe(1);
  chat.answer(204);
  await send(15);
  expect(chat.heard).toHaveLength(5);
  expect(await unsent()).toBe(0);
});

test("an unreachable or redirecting webhook loses nothing; the wait ends at 6 hours", async () => {
  await write();
  chat.answer(302);
  await send(0);
  expect(chat.heard).toHaveLength(1);
  await chat.close();
  await send(1);
  await db.query(`update feedback set attempts = 40, try_after = $1`, [after(10)]);
  await send(10);
  const [row] = await prisma.feedback.findMany();
  expect([row?.sentAt, row?.tryAfter]).toEqual([null, after(10 + 360)]);
});

test("a refused delivery does not delay the others", async () => {
  await write({ message: "first" });
  chat.answer(500);
  await send(0);
  chat.answer(200);
  await write({ message: "second" });
  await send(0);
  expect(chat.heard.map(({ message }) => message)).toEqual(["first", "second"]);
  expect(await unsent()).toBe(1);
});

test("a hanging webhook delays one delivery, and never the contact form", async () => {
  for (const message of ["first", "second", "third"]) await write({ message });
  await write({ kind: "contact", name: "Ann" });
  chat.hang();
  const contactFirst = sendFeedback({ ...targets, chatTimeoutMs: 60_000 }, () => after(0)).catch(() => {});
  await until("the contact's mail", async () => (await prisma.mail.count()) === 1);
  await chat.close();
  await contactFirst;

  chat = await startChatServer();
  chat.hang();
  await send(10, { chatWebhookUrl: chat.url, supportEmail: SUPPORT, chatTimeoutMs: 50 });
  expect(chat.heard.map(({ message }) => message)).toEqual(["first"]);
  chat.answer(200);
  await send(11, { chatWebhookUrl: chat.url, supportEmail: SUPPORT });
  expect(chat.heard.map(({ message }) => message)).toEqual(["first", "second", "third"]);
  expect(await unsent()).toBe(1);
});

test("many that wait for the webhook do not crowd out contact", async () => {
  await db.query(
    `insert into feedback (kind, name, email, message, url, created_at, try_after)
     select 'chat', '', 'ann@example.com', 'again', '', $1, $1 from generate_series(1, 100)`,
    [after(0)],
  );
  await write({ kind: "contact", name: "Ann" });
  chat.answer(500);
  await send(0);
  expect(await prisma.mail.count()).toBe(1);
});

test("contact goes by mail to the support address, once", async () => {
  await write({ kind: "contact", name: "Ann", message: "Where is my invoice?" });
  await send(0);
  await send(1);
  const mails = await prisma.mail.findMany();
  expect(mails).toMatchObject([{ to: SUPPORT, subject: "Message from Ann" }]);
  expect(mails[0]?.text).toContain("Where is my invoice?");
  expect(chat.heard).toEqual([]);
  expect(await unsent()).toBe(0);
});

test("without a webhook feedback goes by mail; without any target it waits for one", async () => {
  await write();
  await write({ kind: "contact", name: "Ann", message: "Where?" });
  await send(0, { chatWebhookUrl: null, supportEmail: null });
  expect(await unsent()).toBe(2);
  await send(1, { chatWebhookUrl: chat.url, supportEmail: null });
  expect(chat.heard).toHaveLength(1);
  expect(await unsent()).toBe(1);
  await write({ message: "no webhook" });
  await send(2, { chatWebhookUrl: null, supportEmail: SUPPORT });
  expect(await prisma.mail.count({ where: { to: SUPPORT } })).toBe(2);
  expect(await unsent()).toBe(0);
});

test("delivered feedback is deleted after 90 days, other feedback is kept", async () => {
  await write({ message: "delivered" });
  await send(0);
  await write({ message: "waiting" });
  await pruneFeedback({ now: after(90 * 24 * 60) });
  expect(await prisma.feedback.count()).toBe(2);
  await pruneFeedback({ now: after(90 * 24 * 60 + 1) });
  expect((await prisma.feedback.findMany()).map(({ message }) => message)).toEqual(["waiting"]);
});
