import { expect, test } from "vitest";
import { z } from "zod";
import { M } from "~/messages";
import { EXPIRED_WITHOUT_COOKIE } from "~/platform/shown-messages";
import { Refusal } from "~/platform/refusal";
import { takeFlash } from "~/accounts/flash.server";
import { requireCustomer, requireStaff } from "~/platform/http/access.server";
import { REMOVE_HIDDEN } from "~/platform/hidden-characters";
import { refuseHidden } from "~/platform/refuse-hidden";
import { formAction, type FormAnswer, onForm } from "~/platform/http/form.server";
import { argsOf } from "../../../support/route-args";
import { keepNotice, takeNotice } from "~/platform/http/notice-cookie.server";
import { visitorToken } from "~/platform/http/page-token.server";
import { noticeIn } from "../../../accounts/database/screens/visit";
import { aTenant } from "../../../support/world";
import { aVisitor } from "../../../support/visitor";
import { aPerson, aSession } from "../../../contract/support/people";

const URL = "http://127.0.0.1:3000/keys?tab=1&_routes=x";

interface Sent {
  cookies: string;
  token: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

const post = ({ cookies, token, fields = {}, headers = { "Sec-Fetch-Site": "same-origin" } }: Sent) =>
  new Request(URL, {
    method: "POST",
    headers: { Cookie: `a=b; ${cookies}`, ...headers },
    body: new URLSearchParams({ intent: "save", _token: token, ...fields }),
  });

const Fields = z.object({
  title: z.string(M.descriptionRequired).max(5, M.descriptionRequired).superRefine(refuseHidden),
  password: z.string().default(""),
});

async function send(request: Request) {
  const seen: string[] = [];
  const answer = await formAction(argsOf(request), {
    save: onForm(Fields, async ({ title }) => {
      if (title === "taken") throw Refusal.ofField("title", "This title is taken.");
      seen.push(title);
      return { notice: "Saved." };
    }),
  });
  return { seen, answer };
}

function refusalOf(answer: unknown): { status: number; data: FormAnswer } {
  const { data, init } = answer as { data: FormAnswer; init: { status: number } };
  return { status: init.status, data };
}

test("success answers 303 to the screen itself with a notice that appears there once", async () => {
  const { cookie, pageToken: token, sessionId } = await aSession((await aTenant()).userId);
  const cookies = `millrace_session=${cookie}`;
  const { seen, answer } = await send(post({ cookies, token, fields: { title: " abc " } }));
  expect(seen).toEqual(["abc"]);
  expect(answer).toBeInstanceOf(Response);
  const response = answer as Response;
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/keys?tab=1"]);
  const path = "/keys";
  expect(await takeFlash({ sessionId, path: "/tasks" })).toBeNull();
  expect(await takeFlash({ sessionId, path })).toEqual({ retcode: "OK", message: "Saved.", path });
  expect(await takeFlash({ sessionId, path })).toBeNull();
});

test("F15: a hidden character is named by its position, and the button at the field sends the form without it", async () => {
  const { cookies, token } = aVisitor();
  const fields = { title: "ab\u200bc" };
  const { status, data } = refusalOf((await send(post({ cookies, token, fields }))).answer);
  expect(status).toBe(422);
  expect(data.lastResult.error).toEqual({ title: ['Character 3, after "ab", is invisible. Please remove it.'] });
  expect(data.lastResult.initialValue).toMatchObject(fields);
  const { seen } = await send(post({ cookies, token, fields: { ...fields, [REMOVE_HIDDEN]: "title" } }));
  expect(seen).toEqual(["abc"]);
});

const DAY_MS = 86_400_000;
const before = (ms: number) => new Date(Date.now() - ms);

test("8: a wrong page token, or another origin, answers 403, M14, and keeps the typed values except passwords", async () => {
  const [visitor, other] = [aVisitor(), aVisitor()];
  const [person, stranger] = [await aPerson(), await aPerson()];
  const login = `millrace_session=${person.cookie}`;
  const { cookies, token } = visitor;
  const [expires = "", signature = ""] = token.split(".");
  const later = (Number.parseInt(expires, 36) + DAY_MS).toString(36);
  const ofOtherPurpose = /=([^;]+)/.exec(keepNotice({ retcode: "OK", message: "", path: "/keys" }, new Date()));
  const fields = { title: "typed", password: "secret words" };
  const bad: Sent[] = [
    ...["", ".", "..", `${token}x`, `${token}.`, `.${signature}`, `${later}.${signature}`, `NaN.${signature}`].map(
      (wrong) => ({ cookies, token: wrong }),
    ),
    { cookies, token: ofOtherPurpose?.[1] ?? "" },
    // Another browser's token, an expired one, a browser without its cookie, and one with a made-up cookie.
    { cookies, token: other.token },
    { cookies, token: aVisitor(before(DAY_MS)).token },
    { cookies: "", token },
    { cookies: "millrace_visitor=short", token },
    // A session's token is not a visitor's, and a visitor's is not a session's, even with both cookies.
    { cookies, token: person.pageToken },
    { cookies: login, token },
    { cookies: `${login}; ${cookies}`, token },
    { cookies: login, token: stranger.pageToken },
    { cookies: "millrace_session=gone", token: person.pageToken },
    { cookies, token, headers: { "Sec-Fetch-Site": "same-site" } },
    { cookies, token, headers: { Origin: "https://evil.example" } },
    { cookies, token, headers: {} },
  ];
  for (const sent of bad) {
    const { seen, answer } = await send(post({ ...sent, fields }));
    const { status, data } = refusalOf(answer);
    expect([sent, status, data.message]).toEqual([sent, 403, "The page has expired. Please try again."]);
    expect(data.lastResult.initialValue?.["title"]).toBe("typed");
    expect(JSON.stringify(answer)).not.toContain("secret words");
    expect(seen).toEqual([]);
  }
});

test("a form without any cookie explains what a browser that blocks them has to allow", async () => {
  const { token } = aVisitor(new Date());
  const without = (headers: Record<string, string>) => {
    const request = post({ cookies: "", token, fields: { title: "typed" }, headers });
    request.headers.delete("Cookie");
    return request;
  };
  const own = refusalOf((await send(without({ "Sec-Fetch-Site": "same-origin" }))).answer);
  expect([own.status, own.data.message]).toEqual([403, EXPIRED_WITHOUT_COOKIE]);
  expect(own.data.lastResult.initialValue?.["title"]).toBe("typed");
  // Another site gets no note about cookies.
  const foreign = refusalOf((await send(without({ "Sec-Fetch-Site": "cross-site" }))).answer);
  expect(foreign.data.message).toBe(M.pageExpired);
});

test("A visitor's form may be sent for a day, from each of their tabs, and after a login has ended", async () => {
  const visitor = aVisitor(before(DAY_MS - 60_000));
  const tab = { ...visitor, token: visitorToken(visitor.visitorId, new Date()) };
  const afterLogin = { ...visitor, cookies: `millrace_session=ended; ${visitor.cookies}` };
  for (const { cookies, token } of [visitor, tab, afterLogin]) {
    expect((await send(post({ cookies, token, fields: { title: "ok" } }))).seen).toEqual(["ok"]);
  }
});

test("the notice of a visitor's form travels in a cookie that only we can write, to its page", async () => {
  const { cookies, token } = aVisitor();
  const { answer } = await send(post({ cookies, token, fields: { title: "abc" } }));
  expect(noticeIn(answer, "/tasks")).toBeNull();
  expect(noticeIn(answer, "/keys")).toEqual({ retcode: "OK", message: "Saved." });
  const [cookie = ""] = (answer as Response).headers.getSetCookie();
  expect(cookie).toMatch(/^millrace_notice=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  const [expires = "", text = "", signature = ""] = cookie.replace(/^[^=]+=|;.*/g, "").split(".");
  const forged = Buffer.from(`{"retcode":"OK","message":"Call 555","path":"/keys"}`).toString("base64url");
  const take = (value: string, now = new Date()) =>
    takeNotice(new Request(URL, { headers: { Cookie: `millrace_notice=${value}` } }), { path: "/keys", now });
  expect(take([expires, text, signature].join("."))?.flash.message).toBe("Saved.");
  expect(take([expires, text, signature].join("."), new Date(Date.now() + 601_000))).toBeNull();
  for (const wrong of [[expires, forged, signature], [`${expires}0`, text, signature], [expires, text], [""]])
    expect(take(wrong.join("."))).toBeNull();
});

test("invalid fields and refusals answer 422 with messages at the fields", async () => {
  const { cookies, token } = aVisitor();
  const messages: [string, string][] = [
    ["", M.descriptionRequired],
    ["too long", M.descriptionRequired],
    ["taken", "This title is taken."],
  ];
  for (const [title, message] of messages) {
    const { status, data } = refusalOf((await send(post({ cookies, token, fields: { title } }))).answer);
    expect([status, data.lastResult.error]).toEqual([422, { title: [message] }]);
    expect(data.message).toBe(message);
  }
});

test("origin and referer prove a form's source when the browser sends nothing else", async () => {
  const { cookies, token } = aVisitor();
  const proofs: Record<string, string>[] = [
    { Origin: "http://127.0.0.1:3000" },
    { Referer: "http://127.0.0.1:3000/keys" },
  ];
  for (const headers of proofs) {
    const { seen } = await send(post({ cookies, token, fields: { title: "ok" }, headers }));
    expect(seen).toEqual(["ok"]);
  }
});

async function thrown(work: Promise<unknown>): Promise<Response> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("an unknown intent, another kind of body and a large one are pages of 400, 415 and 413", async () => {
  const { cookies, token } = aVisitor();
  for (const intent of ["nothing", "constructor", "__proto__", ""]) {
    expect((await thrown(send(post({ cookies, token, fields: { intent } })))).status).toBe(400);
  }
  const headers = { "Content-Type": "text/plain" };
  expect((await thrown(send(new Request(URL, { method: "POST", headers, body: "x" })))).status).toBe(415);
  const large = post({ cookies, token, fields: { title: "x".repeat(300 * 1024) } });
  expect((await thrown(send(large))).status).toBe(413);
});

const screen = (cookie?: string) =>
  new Request("http://127.0.0.1:3000/tasks?previous=1&_routes=root", {
    headers: cookie ? { Cookie: `millrace_session=${cookie}` } : {},
  });

test("1: a visitor is sent to the login, with the return path", async () => {
  const response = await thrown(requireCustomer(argsOf(screen()), "tasks"));
  expect([response.status, response.headers.get("Location")]).toEqual([
    302,
    "/login?redirectTo=%2Ftasks%3Fprevious%3D1",
  ]);
  expect((await thrown(requireStaff(argsOf(screen("ended")), "nodes"))).status).toBe(302);
});

test("9: a screen for a right that the role lacks is the page of 403", async () => {
  const customer = await aPerson();
  const operator = await aPerson({ role: "operator" });
  expect((await thrown(requireStaff(argsOf(screen(customer.cookie)), "nodes"))).status).toBe(403);
  expect((await thrown(requireStaff(argsOf(screen(operator.cookie)), "audit"))).status).toBe(403);
  expect(await requireStaff(argsOf(screen(operator.cookie)), "nodes")).toMatchObject({
    userId: operator.userId,
    role: "operator",
  });
});

test("a field named like an element of a list is dropped before anything is built from it", async () => {
  const { cookies, token } = aVisitor();
  const { answer } = await send(post({ cookies, token, fields: { title: "far too long", "x[9000000]": "v" } }));
  expect(JSON.stringify(answer)).not.toContain("null,null");
  expect(refusalOf(answer).data.lastResult.initialValue).toEqual({
    intent: "save",
    title: "far too long",
    _token: token,
  });
});
