import { inspect } from "node:util";
import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { takeNotice } from "~/platform/http/notice-cookie.server";
import { argsOf } from "../../../support/route-args";
import { cookiesOf } from "../../../support/visitor";
import { startSession } from "~/accounts/session.server";

/** A browser of the tests: its cookies, and the matching page token. */
export interface Browser {
  cookies: string;
  token: string;
}

/** A browser in which somebody is logged in. */
export interface Visit extends Browser {
  cookie: string;
  sessionId: string;
}

/** A session of the user; `loginAgoS` makes the login that old. `aVisitor` is a browser without one. */
export async function aVisit({ userId, loginAgoS = 0 }: { userId: number; loginAgoS?: number }): Promise<Visit> {
  const now = new Date();
  const { cookie, session } = await startSession({
    userId,
    remember: false,
    ip: "127.0.0.1",
    userAgent: "test",
    now,
  });
  if (loginAgoS > 0) {
    await db.query(`update session set login_at = $2 where id = $1`, [
      session.sessionId,
      new Date(now.getTime() - loginAgoS * 1000),
    ]);
  }
  const cookies = `millrace_session=${cookie}`;
  return { cookie, cookies, token: session.pageToken, sessionId: session.sessionId };
}

/** Arguments of a screen's loader or action. */
export function get(visit: Browser | null, path: string, params: Record<string, string> = {}): ActionFunctionArgs {
  return args(new Request(env.APP_ORIGIN + path, { headers: headersOf(visit) }), params);
}

/** A form sent from the page itself; `_token` is the visit's unless the fields name another. */
export function post(
  visit: Browser,
  path: string,
  fields: Record<string, string> | string[][],
  params: Record<string, string> = {},
): ActionFunctionArgs {
  const token = { _token: visit.token };
  const body = new URLSearchParams(
    Array.isArray(fields) ? [...Object.entries(token), ...fields] : { ...token, ...fields },
  );
  const headers = { ...headersOf(visit), "Sec-Fetch-Site": "same-origin" };
  return args(new Request(env.APP_ORIGIN + path, { method: "POST", headers, body }), params);
}

/** The thrown redirect or refusal of a guard. */
export async function thrownBy(call: Promise<unknown>): Promise<Response> {
  const thrown = await call.then(
    (answer) => new Error(`it answered ${inspect(answer)}`),
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return thrown;
  throw new Error("no response was thrown; a guard such as requireStaff(args) throws one", { cause: thrown });
}

/** Status and body of an action's answer, a Response or Remix's data. */
export async function answerOf(answer: unknown): Promise<{ status: number; location: string | null; data: unknown }> {
  if (answer instanceof Response) {
    const text = await answer.text();
    const data: unknown = text === "" ? null : JSON.parse(text);
    return { status: answer.status, location: answer.headers.get("Location"), data };
  }
  const { data, init } = answer as { data: unknown; init: ResponseInit | null };
  return { status: init?.status ?? 200, location: null, data };
}

/** The notice that an answer sets for the next page of a visitor's browser. */
export function noticeIn(answer: unknown, path: string): unknown {
  if (!(answer instanceof Response)) throw new Error("no redirect");
  const headers = { Cookie: cookiesOf(answer) };
  const taken = takeNotice(new Request(env.APP_ORIGIN, { headers }), { path, now: new Date() });
  return taken && { retcode: taken.flash.retcode, message: taken.flash.message };
}

/** The notice stored for the visit's next page. */
export async function noticeOf(visit: Pick<Visit, "sessionId">): Promise<unknown> {
  const [row] = await db.query<{ flash: unknown }>(`select flash - 'path' as flash from session where id = $1`, [
    visit.sessionId,
  ]);
  return row?.flash ?? null;
}

function args(request: Request, params: Record<string, string>): ActionFunctionArgs {
  return argsOf(request, { params });
}

function headersOf(visit: Browser | null): Record<string, string> {
  return visit ? { Cookie: visit.cookies } : {};
}
