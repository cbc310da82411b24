import { expect, test } from "vitest";
import { z } from "zod";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { takeFlash } from "~/domain/accounts/flash.server";
import { requireCustomer, requireStaff } from "~/http/access.server";
import { formAction, type FormAnswer, onForm } from "~/http/form.server";
import { argsOf } from "../../support/route-args";
import { aPerson, aSession } from "../../contract/support/people";

const URL = "http://127.0.0.1:3000/keys?tab=1&_routes=x";

interface Sent {
  cookie: string;
  token: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

const post = ({ cookie, token, fields = {}, headers = { "Sec-Fetch-Site": "same-origin" } }: Sent) =>
  new Request(URL, {
    method: "POST",
    headers: { Cookie: `a=b; millrace_session=${cookie}`, ...headers },
    body: new URLSearchParams({ intent: "save", _token: token, ...fields }),
  });

const Fields = z.object({
  title: z.string(M.descriptionRequired).max(5, M.descriptionRequired),
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

test("success answers 303 to the screen itself with a notice that this screen shows, once", async () => {
  const { cookie, pageToken: token, sessionId } = await aSession(null);
  const { seen, answer } = await send(post({ cookie, token, fields: { title: " abc " } }));
  expect(seen).toEqual(["abc"]);
  expect(answer).toBeInstanceOf(Response);
  const response = answer as Response;
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/keys?tab=1"]);
  const path = "/keys";
  expect(await takeFlash({ sessionId, path: "/tasks" })).toBeNull();
  expect(await takeFlash({ sessionId, path })).toEqual({ retcode: "OK", message: "Saved.", path });
  expect(await takeFlash({ sessionId, path })).toBeNull();
});

test("8: a wrong page token, or another origin, answers 403, M14, and keeps what was typed but passwords", async () => {
  const { cookie, pageToken: token } = await aSession(null);
  const other = await aSession(null);
  const fields = { title: "typed", password: "secret words" };
  const wrong = [
    post({ cookie, token: "", fields }),
    post({ cookie, token: `${token}x`, fields }),
    post({ cookie, token: other.pageToken, fields }),
    post({ cookie: "gone", token, fields }),
    post({ cookie, token, fields, headers: { "Sec-Fetch-Site": "same-site" } }),
    post({ cookie, token, fields, headers: { Origin: "https://evil.example" } }),
    post({ cookie, token, fields, headers: {} }),
  ];
  for (const request of wrong) {
    const { seen, answer } = await send(request);
    const { status, data } = refusalOf(answer);
    expect([status, data.message]).toEqual([403, "The page has expired. Please try again."]);
    expect(data.lastResult.initialValue?.["title"]).toBe("typed");
    expect(JSON.stringify(answer)).not.toContain("secret words");
    expect(seen).toEqual([]);
  }
});

test("bad fields and refusals answer 422 with the messages beside the fields", async () => {
  const { cookie, pageToken: token } = await aSession(null);
  const messages: [string, string][] = [
    ["", M.descriptionRequired],
    ["too long", M.descriptionRequired],
    ["taken", "This title is taken."],
  ];
  for (const [title, message] of messages) {
    const { status, data } = refusalOf((await send(post({ cookie, token, fields: { title } }))).answer);
    expect([status, data.lastResult.error]).toEqual([422, { title: [message] }]);
    expect(data.message).toBe(message);
  }
});

test("origin and referer prove where a form comes from when the browser says no more", async () => {
  const { cookie, pageToken: token } = await aSession(null);
  const proofs: Record<string, string>[] = [
    { Origin: "http://127.0.0.1:3000" },
    { Referer: "http://127.0.0.1:3000/keys" },
  ];
  for (const headers of proofs) {
    const { seen } = await send(post({ cookie, token, fields: { title: "ok" }, headers }));
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
  const { cookie, pageToken: token } = await aSession(null);
  for (const intent of ["nothing", "constructor", "__proto__", ""]) {
    expect((await thrown(send(post({ cookie, token, fields: { intent } })))).status).toBe(400);
  }
  const headers = { "Content-Type": "text/plain" };
  expect((await thrown(send(new Request(URL, { method: "POST", headers, body: "x" })))).status).toBe(415);
  const large = post({ cookie, token, fields: { title: "x".repeat(300 * 1024) } });
  expect((await thrown(send(large))).status).toBe(413);
});

const screen = (cookie?: string) =>
  new Request("http://127.0.0.1:3000/tasks?previous=1&_routes=root", {
    headers: cookie ? { Cookie: `millrace_session=${cookie}` } : {},
  });

test("1: who is not logged in is sent to the login, with the way back", async () => {
  const response = await thrown(requireCustomer(argsOf(screen())));
  expect([response.status, response.headers.get("Location")]).toEqual([
    302,
    "/login?redirectTo=%2Ftasks%3Fprevious%3D1",
  ]);
  const anonymous = await aSession(null);
  expect((await thrown(requireStaff(argsOf(screen(anonymous.cookie))))).status).toBe(302);
});

test("9: a screen for a higher role is the page of 403", async () => {
  const customer = await aPerson();
  const operator = await aPerson({ role: "operator" });
  expect((await thrown(requireStaff(argsOf(screen(customer.cookie))))).status).toBe(403);
  expect((await thrown(requireStaff(argsOf(screen(operator.cookie)), "admin"))).status).toBe(403);
  expect(await requireStaff(argsOf(screen(operator.cookie)))).toMatchObject({
    userId: operator.userId,
    role: "operator",
  });
});

test("a field that is named like an element of a list is left out before anything is made of it", async () => {
  const { cookie, pageToken: token } = await aSession(null);
  const { answer } = await send(post({ cookie, token, fields: { title: "far too long", "x[9000000]": "v" } }));
  expect(JSON.stringify(answer)).not.toContain("null,null");
  expect(refusalOf(answer).data.lastResult.initialValue).toEqual({
    intent: "save",
    title: "far too long",
    _token: token,
  });
});
