import { expect, test, vi } from "vitest";
import { db, prepared, prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { findSession, startSession } from "~/accounts/session.server";
import { env } from "~/platform/env.server";
import { factsOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { isVisitorToken } from "~/platform/http/page-token.server";
import { expectSession, readSession } from "~/platform/http/session.server";
import { readRootData } from "~/platform/http/root-data.server";
import { ensureVisitor } from "~/platform/http/visitor.server";
import { argsOf } from "../../../support/route-args";
import { aVisitor } from "../../../support/visitor";
import { aTenant } from "../../../support/world";

const DAY_MS = 86_400_000;

/** A request for a page, with its own facts and address. */
function page({ client, cookies }: { client: string; cookies?: string }): RouteArgs {
  const headers = { Cookie: cookies ? `a=b; ${cookies}` : "a=b" };
  return argsOf(new Request(`${env.APP_ORIGIN}/pricing`, { headers }), { client });
}

/** Copies the arguments as Remix passes them to one more loader: the request copied, the context the same. */
const copyOf = ({ request, context }: RouteArgs): RouteArgs => ({ request: new Request(request), context });

test("Action and loaders of one request share the visitor that it created, and its page token", async () => {
  const one = page({ client: "a" });
  const [made, root] = [ensureVisitor(one), await readRootData(copyOf(one))];
  expect(isVisitorToken(made.visitorId, root.data.pageToken, new Date())).toBe(true);
  expect(new Headers(root.init?.headers).getSetCookie()).toEqual([made.setCookie]);
  expect(made.setCookie).toMatch(/^millrace_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(ensureVisitor(page({ client: "a" })).visitorId).not.toBe(made.visitorId);
});

test("100 pages of visitors, with and without their cookie, create no session row", async () => {
  const before = await prisma.session.count();
  const { cookies } = aVisitor();
  for (let at = 0; at < 100; at += 1) {
    const root = await readRootData(page({ client: `visitor-${at}`, ...(at % 2 ? { cookies } : {}) }));
    expect(new Headers(root.init?.headers).getSetCookie()).toHaveLength(at % 2 ? 0 : 1);
  }
  expect(await prisma.session.count()).toBe(before);
});

test("A session is read once, when the request arrives; without a cookie none is", async () => {
  const { cookie, session } = await startSession({
    userId: (await aTenant()).userId,
    remember: false,
    ip: "a",
    userAgent: "test",
    now: new Date(),
  });
  const asked = vi.spyOn(prepared, "query");
  const early = page({ client: "a", cookies: `millrace_session=${cookie}` });
  for (const args of [early, page({ client: "a" })]) expectSession(factsOf(args), args.request);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await readSession(early)).toMatchObject({ sessionId: session.sessionId });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test("A visitor gets 120 pages a minute, then 429 with M08", async () => {
  const load = async () => await readRootData(page({ client: "flooder" })).catch((thrown: unknown) => thrown);
  for (let at = 1; at <= env.RATE_PUBLIC_PER_MIN; at += 1) expect(await load()).not.toBeInstanceOf(Response);
  const refused = (await load()) as Response;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    human_readable_message: M.tooManyRequests({ seconds: Number(refused.headers.get("Retry-After")) }),
  });
  expect(await readRootData(page({ client: "neighbour" }))).not.toBeInstanceOf(Response);
});

test("A remembered session ends 30 days after its login, however often it is used", async () => {
  const { userId } = await aTenant();
  const start = new Date();
  const begin = { userId, remember: true, ip: "", userAgent: "", now: start };
  const { cookie, session } = await startSession(begin);
  await findSession({ cookie, now: new Date(start.getTime() + 29 * DAY_MS) });
  expect(await findSession({ cookie, now: new Date(start.getTime() + 30 * DAY_MS + 1000) })).toBeNull();
  const idle = await startSession({ ...begin, remember: false });
  await findSession({ cookie: idle.cookie, now: new Date(start.getTime() + 0.4 * DAY_MS) });
  const later = new Date(start.getTime() + 0.8 * DAY_MS);
  expect(await findSession({ cookie: idle.cookie, now: later })).not.toBeNull();
  await db.query(`delete from session where id = $1`, [session.sessionId]);
});
