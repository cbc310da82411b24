import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { prisma, transaction } from "~/platform/db.server";
import { queueMail } from "~/platform/queue-mail.server";
import { env } from "~/platform/env.server";
import { listUnsentMails, postponeMail } from "~/platform/unsent-mails.server";
import { sendMail } from "../../../worker/jobs/send-mail";

let refused: string[] = [];
let received: string[] = [];
let recipients: string[] = [];
let hungUp: string[] = [];

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onRcptTo: ({ address }, _session, callback) => {
    recipients.push(address);
    if (hungUp.includes(address)) return void [...server.connections].forEach((one) => one.close());
    callback(refused.includes(address) ? new Error("no such mailbox") : null);
  },
  onData: (stream, _session, callback) => {
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    stream.on("end", () => {
      received.push(text);
      callback();
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  env.SMTP_URL = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
});

afterAll(async () => {
  env.SMTP_URL = undefined;
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

beforeEach(async () => {
  [refused, received, recipients, hungUp] = [[], [], [], []];
  await prisma.mail.deleteMany();
});

const queue = async (to: string, cause: string) =>
  await transaction((tx) => queueMail(tx, { to, subject: "Hello", text: "Plain and short.", cause }));

it("A mail goes to its server once per cause, as plain text from the configured sender", async () => {
  await queue("reader@people.example", "one");
  await queue("reader@people.example", "one");
  await sendMail();
  await sendMail();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("From: Millrace <no-reply@millrace.example>");
  expect(received[0]).toContain("To: reader@people.example");
  expect(received[0]).toContain("Content-Type: text/plain");
  expect(received[0]).toContain("Plain and short.");
});

it("A mail has one recipient, whatever its address looks like", async () => {
  await queue("reader@people.example,second@people.example", "list");
  await sendMail();
  expect(received.join("")).not.toMatch(/^To:.*\breader@people\.example, /m);
  expect(recipients).not.toContain("second@people.example");
});

it("A mail that its server refuses is retried later and delays no other", async () => {
  refused = ["full@people.example"];
  await queue("full@people.example", "first");
  await queue("reader@people.example", "second");
  await sendMail();
  expect(received).toHaveLength(1);
  const waiting = await prisma.mail.findFirstOrThrow({ where: { to: "full@people.example" } });
  expect(waiting).toMatchObject({ sentAt: null, attempts: 1 });
  expect(waiting.tryAfter.getTime()).toBeGreaterThan(Date.now());
  await sendMail();
  expect(received).toHaveLength(1);
  refused = [];
  await prisma.mail.update({ where: { id: waiting.id }, data: { tryAfter: new Date() } });
  await sendMail();
  expect(received).toHaveLength(2);
});

it("A server that cannot be reached uses up no attempt: the mail is sent once it is back", async () => {
  await queue("reader@people.example", "patient");
  const reachable = env.SMTP_URL;
  env.SMTP_URL = "smtp://127.0.0.1:1?ignoreTLS=true";
  for (let tries = 0; tries < 12; tries += 1) {
    await sendMail();
    const [{ tryAfter } = { tryAfter: new Date(0) }] = await prisma.mail.findMany();
    expect(tryAfter > new Date()).toBe(true);
    await prisma.mail.updateMany({ data: { tryAfter: new Date(0) } });
  }
  env.SMTP_URL = reachable;
  await sendMail();
  expect(received).toHaveLength(1);
});

it("A mail that its server never answers is given up while the server answers about others", async () => {
  hungUp = ["silent@people.example"];
  await queue("silent@people.example", "unanswered");
  for (let tries = 0; tries < 12; tries += 1) {
    await queue("reader@people.example", `answered ${tries}`);
    await sendMail();
    await prisma.mail.updateMany({ data: { tryAfter: new Date(0) } });
  }
  expect(received).toHaveLength(12);
  expect(recipients.filter((one) => one === "silent@people.example")).toHaveLength(10);
});

it("Any number of mails that their server never answers keeps no other from its turn", async () => {
  for (let at = 0; at < 100; at += 1) await queue("silent@people.example", `unanswered ${at}`);
  await queue("reader@people.example", "behind them");
  const now = new Date();
  for (const { id } of await listUnsentMails({ now })) await postponeMail({ id, refused: false, now });
  // One attempt of each may take longer than the wait for the next.
  const [first] = await listUnsentMails({ now: new Date(now.getTime() + 120_000) });
  expect(first?.to).toBe("reader@people.example");
});

it("A server that stops answering within a minute, because it takes so many mails only, uses up no attempt", async () => {
  await queue("reader@people.example", "within its limit");
  hungUp = ["later@people.example"];
  await queue("later@people.example", "beyond its limit");
  await sendMail();
  expect(await prisma.mail.findFirst({ where: { sentAt: null } })).toMatchObject({ attempts: 0 });
});

it("Many mails are sent at once: one about a login does not wait behind the notices of an incident", async () => {
  await prisma.mail.createMany({
    data: Array.from({ length: 100 }, (_, n) => ({
      to: `${n}@people.example`,
      subject: "Lost",
      text: "A task.",
      cause: `${n}`,
    })),
  });
  await queue("reader@people.example", "reset");
  await sendMail();
  expect(received.filter((text) => text.includes("To: reader@people.example"))).toHaveLength(1);
});
