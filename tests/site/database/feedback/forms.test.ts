import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, test } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { action as sendChat } from "~/site/screens/chat/route";
import { action as sendContact } from "~/site/screens/contact/route";
import { argsOf } from "../../../support/route-args";
import { aVisitor } from "../../../support/visitor";
import { answerOf, type Browser, noticeIn, post } from "../../../accounts/database/screens/visit";

let visit: Browser;
let address = 0;

beforeEach(async () => {
  await db.query(`truncate feedback`);
  visit = aVisitor();
  address += 1;
});

/** A post from the network address of this test. */
function from(path: string, fields: Record<string, string>): ActionFunctionArgs {
  const { request } = post(visit, path, { intent: "send", ...fields });
  return argsOf(request, { client: `10.1.0.${address}` });
}

const chat = { message: "Good work", email: "Ann@Example.com", url: "http://127.0.0.1:3000/pricing?gpus=2" };
const contact = { name: "Ann", message: "Where is my invoice?", email: "ann@example.com" };

test("feedback is stored and acknowledged", async () => {
  const answer = await sendChat(from("/chat", chat));
  expect(await answerOf(answer)).toMatchObject({ status: 303, location: "/chat?sent=1" });
  expect(await prisma.feedback.findMany()).toMatchObject([
    {
      kind: "chat",
      email: "ann@example.com",
      message: "Good work",
      url: "http://127.0.0.1:3000/pricing",
      sentAt: null,
    },
  ]);
  expect(noticeIn(answer, "/chat")).toBeNull();
});

test("a contact message is stored and acknowledged", async () => {
  const answer = await answerOf(await sendContact(from("/contact", contact)));
  expect(answer).toMatchObject({ status: 303, location: "/contact?sent=1" });
  expect(await prisma.feedback.findMany()).toMatchObject([{ kind: "contact", name: "Ann" }]);
});

const tooLong = (field: string, n: number) => `${field} may have at most ${n} characters.`;
const bad: [string, typeof sendChat, Record<string, string>, string, string, string][] = [
  ["/chat", sendChat, chat, "email", "ann@example", M.emailInvalid],
  ["/chat", sendChat, chat, "email", "", M.emailInvalid],
  ["/chat", sendChat, chat, "email", `${"a".repeat(250)}@x.yy`, M.emailInvalid],
  ["/chat", sendChat, chat, "message", "  ", "Write a message."],
  ["/chat", sendChat, chat, "message", "a".repeat(2001), tooLong("Message", 2000)],
  ["/chat", sendChat, chat, "url", `http://x.yy/${"a".repeat(500)}`, tooLong("Page address", 500)],
  ["/contact", sendContact, contact, "name", "", M.nameRequired],
  ["/contact", sendContact, contact, "name", "a".repeat(101), M.nameRequired],
  ["/contact", sendContact, contact, "email", "ann", M.emailInvalid],
  ["/contact", sendContact, contact, "message", "", "Write a message."],
  ["/contact", sendContact, contact, "message", "é".repeat(2001), tooLong("Message", 2000)],
];

describe("bad input gets its message, keeps the rest and stores nothing", () => {
  test.each(bad)("%s: %#", async (path, action, good, field, value, message) => {
    const answer = await answerOf(await action(from(path, { ...good, [field]: value })));
    expect(answer.status).toBe(422);
    const { lastResult } = answer.data as { lastResult: { error: unknown; initialValue: object } };
    expect(lastResult.error).toEqual({ [field]: [message] });
    const { [field]: _, ...rest } = good;
    expect(lastResult.initialValue).toMatchObject(rest);
    expect(await prisma.feedback.count()).toBe(0);
  });
});

test("2000 characters are allowed, in any number of code units", async () => {
  const answer = await answerOf(await sendChat(from("/chat", { ...chat, message: "😀".repeat(2000) })));
  expect(answer.status).toBe(303);
});

test("the sixth message of an address within an hour is refused with 429 and kept in the form", async () => {
  for (let sent = 0; sent < 5; sent += 1) {
    const form = sent % 2 ? sendChat(from("/chat", chat)) : sendContact(from("/contact", contact));
    expect((await answerOf(await form)).status).toBe(303);
  }
  const answer = await answerOf(await sendChat(from("/chat", chat)));
  expect(answer.status).toBe(429);
  expect(answer.data).toMatchObject({
    message: expect.stringMatching(/^Too many requests\. Please wait \d+ seconds\.$/),
    lastResult: { initialValue: { message: "Good work" } },
  });
  expect(await prisma.feedback.count()).toBe(5);
});

test("8: a form without the page's token is refused with M14 and stores nothing", async () => {
  const answer = await answerOf(await sendChat(from("/chat", { ...chat, _token: "wrong" })));
  expect([answer.status, (answer.data as { message: string }).message]).toEqual([403, M.pageExpired]);
  expect(await prisma.feedback.count()).toBe(0);
});
