import { expect, test, vi } from "vitest";
import { db, prepared, prisma } from "~/db.server";
import { M } from "~/domain/messages";
import { findSession, startSession } from "~/domain/accounts/session.server";
import { env } from "~/env.server";
import { factsOf, type RouteArgs } from "~/http/request-facts.server";
import { ensureSession, expectSession, readSession } from "~/http/session.server";
import { readRootData } from "~/http/root-data.server";
import { argsOf } from "../../support/route-args";
import { aTenant } from "../../support/world";

const DAY_MS = 86_400_000;

/** A request for a page: facts and address of its own. */
function page({ client, cookie }: { client: string; cookie?: string }): RouteArgs {
  const headers = cookie ? { Cookie: `a=b; millrace_session=${cookie}` } : { Cookie: "a=b" };
  return argsOf(new Request(`${env.APP_ORIGIN}/pricing`, { headers }), { client });
}

/** As Remix hands it to one more loader: the request copied, the context the same. */
const copyOf = ({ request, context }: RouteArgs): RouteArgs => ({ request: new Request(request), context });

test("Action and loaders of one request share the session that it made, and its page token", async () => {
  const one = page({ client: "a" });
  const [made, root] = await Promise.all([ensureSession(one), readRootData(copyOf(one))]);
  expect(root.data.pageToken).toBe(made.session.pageToken);
  expect(await readSession(copyOf(one))).toEqual(made.session);
  const cookies = [made.headers, new Headers(root.init?.headers)].map((headers) => headers.get("Set-Cookie"));
  expect(cookies[0]).toBe(cookies[1]);
  const other = await ensureSession(page({ client: "a" }));
  expect(other.session.pageToken).not.toBe(made.session.pageToken);
});

test("A session that is asked for as the request comes is not asked for again; without a cookie nothing is", async () => {
  const { cookie, session } = await startSession({
    userId: null,
    remember: false,
    ip: "a",
    userAgent: "test",
    now: new Date(),
  });
  const asked = vi.spyOn(prepared, "query");
  const early = page({ client: "a", cookie });
  for (const args of [early, page({ client: "a" })]) expectSession(factsOf(args), args.request);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await readSession(early)).toMatchObject({ sessionId: session.sessionId });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test("A visitor gets 120 pages a minute, then 429 with M08, and no session is made for the rest", async () => {
  const before = await prisma.session.count();
  const load = async () => await readRootData(page({ client: "flooder" })).catch((thrown: unknown) => thrown);
  for (let at = 1; at <= env.RATE_PUBLIC_PER_MIN; at += 1) expect(await load()).not.toBeInstanceOf(Response);
  const refused = (await load()) as Response;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    human_readable_message: M.tooManyRequests({ seconds: Number(refused.headers.get("Retry-After")) }),
  });
  expect(await prisma.session.count()).toBe(before + env.RATE_PUBLIC_PER_MIN);
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
