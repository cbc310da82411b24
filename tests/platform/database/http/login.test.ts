import { beforeAll, expect, test } from "vitest";
import { prisma } from "~/platform/db.server";
import { findSession } from "~/accounts/session.server";
import { call, read } from "../../../contract/support/call";
import { aPerson, aSession, type Person } from "../../../contract/support/people";
import { aVisitor } from "../../../support/visitor";
import { aTenant } from "../../../support/world";

interface LoginAnswer {
  status: string;
  url: string;
  message: string;
  retcode: string;
  human_readable_message: string;
}

let someone: Person;
beforeAll(async () => {
  someone = await aPerson({ email: "ada@test.example" });
});

async function logIn(fields: Record<string, string>, address = "192.0.2.1") {
  const visitor = aVisitor();
  const response = await call("/ajaxlogin", {
    form: { _token: visitor.token, ...fields },
    cookies: visitor.cookies,
    script: true,
    client: address,
  });
  return { visitor, response, answer: await read<LoginAnswer>(response) };
}

const right = () => ({ email: "Ada@TEST.example ", password: someone.password });

test("2: a wrong password answers 200, ERROR, M70, in both pairs of members", async () => {
  const message = "These credentials do not match our records.";
  const { response, answer } = await logIn({ email: someone.email, password: "wrong" });
  expect(response.status).toBe(200);
  expect(response.headers.get("Set-Cookie")).toBeNull();
  expect(answer).toEqual({
    status: "ERROR",
    url: "",
    message,
    retcode: "ERROR",
    human_readable_message: message,
  });
});

test("2: an unknown email answers the same as a wrong password", async () => {
  const { answer } = await logIn({ email: "nobody@test.example", password: "wrong" });
  expect(answer.message).toBe("These credentials do not match our records.");
});

test("2: the sixth attempt in 15 minutes answers M71, even with the right password; another address may", async () => {
  const address = "192.0.2.60";
  const { email, password } = await aTenant();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await logIn({ email, password: "wrong" }, address)).answer.message).toMatch(/^These credentials/);
  }
  const { response, answer } = await logIn({ email, password }, address);
  expect(response.status).toBe(200);
  expect(answer.message).toBe("Too many login attempts. Please wait 15 minutes.");
  expect((await logIn({ email, password }, "192.0.2.61")).answer.status).toBe("OK");
});

test("20 wrong attempts from one address block it for every email", async () => {
  const address = "192.0.2.70";
  const wrong = Array.from({ length: 25 }, (_, n) => logIn({ email: `p${n}@test.example`, password: "x" }, address));
  const messages = (await Promise.all(wrong)).map(({ answer }) => answer.message);
  expect(messages.filter((message) => message.startsWith("These credentials"))).toHaveLength(20);
  expect(messages.filter((message) => message.startsWith("Too many login attempts."))).toHaveLength(5);
});

test("successful attempts do not count", async () => {
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect((await logIn(right(), "192.0.2.80")).answer.status).toBe("OK");
  }
});

test("a login makes a session under a cookie that the server chose, and ends the visitor", async () => {
  const { visitor, response, answer } = await logIn(right());
  expect(answer).toMatchObject({ status: "OK", url: "/tasks", message: "" });
  const [, cookie = ""] = /^millrace_session=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax$/.exec(
    response.headers.getSetCookie()[0] ?? "",
  ) ?? [""];
  expect(visitor.cookies).not.toContain(cookie);
  expect(response.headers.getSetCookie()[1]).toMatch(/^millrace_visitor=; .*Max-Age=0$/);
  const now = new Date();
  expect(await findSession({ cookie, now })).toMatchObject({ account: { userId: someone.userId } });
  expect(await findSession({ cookie: visitor.cookies.replace(/^.*=/, ""), now })).toBeNull();
});

test("a session ends after 12 hours without use, a remembered one after 30 days", async () => {
  const { response } = await logIn({ ...right(), remember: "on" });
  const [, cookie = ""] = /millrace_session=([^;]+)/.exec(response.headers.get("Set-Cookie") ?? "") ?? [];
  expect(response.headers.get("Set-Cookie")).toContain("; Max-Age=2592000");
  const { cookie: short } = await aSession(someone.userId);
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  expect(await findSession({ cookie: short, now: after(11.9) })).not.toBeNull();
  // That request restarted the 12 hours.
  expect(await findSession({ cookie: short, now: after(23.8) })).not.toBeNull();
  expect(await findSession({ cookie: short, now: after(36) })).toBeNull();
  expect(await findSession({ cookie, now: after(24 * 29) })).not.toBeNull();
});

test("3: redirectTo leads only to a path of ours", async () => {
  expect((await logIn({ ...right(), redirectTo: "//evil.example" })).answer.url).toBe("/tasks");
  expect((await logIn({ ...right(), redirectTo: "/billing" })).answer.url).toBe("/billing");
  const staff = await aTenant({ role: "support" });
  expect((await logIn({ email: staff.email, password: staff.password })).answer.url).toBe("/dashboard");
});

test("a page token that is not the visitor's answers 200, M72, and so does another browser's", async () => {
  for (const _token of ["", "x", aVisitor().token, someone.pageToken]) {
    const { response, answer } = await logIn({ ...right(), _token });
    expect(response.status).toBe(200);
    expect(answer).toMatchObject({ status: "ERROR", message: "The page has expired. Please reload it." });
  }
});

test("without its page's cookie a login is refused, so that another site cannot log a visitor in", async () => {
  const { token } = aVisitor();
  const response = await call("/ajaxlogin", { form: { ...right(), _token: token }, script: true });
  expect(await read(response)).toMatchObject({
    status: "ERROR",
    message: "The page has expired. Please reload it.",
  });
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("a suspended account does not get in, and its session and key are refused with M13", async () => {
  const person = await aPerson();
  await prisma.user.update({ where: { id: person.userId }, data: { state: "suspended" } });
  const { answer } = await logIn({ email: person.email, password: person.password });
  const message = "Your account is suspended. Please contact support.";
  expect(answer).toMatchObject({ status: "ERROR", message });
  for (const credential of [{ cookie: person.cookie }, { key: person.apiKey }]) {
    const response = await call("/v1/money", credential);
    expect(response.status).toBe(403);
    expect(await read(response)).toEqual({ retcode: "ERROR", human_readable_message: message });
  }
});
