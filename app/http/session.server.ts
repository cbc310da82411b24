import type { Account } from "~/domain/accounts/account.server";
import { endSession, findSession, type Session, startSession } from "~/domain/accounts/session.server";
import { factsOf, type RequestFacts, type RouteArgs } from "./request-facts.server";
import { dropCookie, keepCookie, sessionCookieOf } from "./session-cookie.server";

/**
 * Begins to read the session of a request that has just come: the database answers while the framework still finds out
 * who is to answer.
 */
export function expectSession({ session }: RequestFacts, request: Request): void {
  const cookie = sessionCookieOf(request);
  if (cookie === null) return;
  const found = findSession({ cookie, now: new Date() });
  // Whoever asks for it hears of the failure.
  found.catch(() => {});
  session.found = found;
}

/** The request's session, also an anonymous one; null without a valid cookie. */
export async function readSession(args: RouteArgs): Promise<Session | null> {
  const kept = factsOf(args).session;
  if (kept.made) return (await kept.made).session;
  const cookie = sessionCookieOf(args.request);
  if (cookie === null) return null;
  kept.found ??= findSession({ cookie, now: new Date() });
  return await kept.found;
}

/**
 * The request's session, made for a visitor who has none; then `headers` set its cookie. Action and loaders of one
 * request get the same one, or the page's token would belong to a session that the browser does not keep.
 */
export async function ensureSession(args: RouteArgs): Promise<{ session: Session; headers: Headers }> {
  const kept = factsOf(args).session;
  const present = kept.made ? null : await readSession(args);
  if (present) return { session: present, headers: new Headers() };
  kept.made ??= begin(args, null, false);
  const { session, setCookie } = await kept.made;
  return { session, headers: new Headers({ "Set-Cookie": setCookie }) };
}

/** An anonymous session in the place of one that has ended while the request was answered. */
export async function beginAnew(args: RouteArgs): Promise<{ session: Session; setCookie: string }> {
  return await (factsOf(args).session.made = begin(args, null, false));
}

/** Makes the session of someone who has just logged in: a new id, the old one ended (0.5). */
export async function renewSession(
  args: RouteArgs,
  { account, remember }: { account: Account; remember: boolean },
): Promise<{ session: Session; headers: Headers }> {
  const before = await readSession(args);
  const { session, setCookie } = await begin(args, account.userId, remember);
  if (before) await endSession({ sessionId: before.sessionId });
  return { session, headers: new Headers({ "Set-Cookie": setCookie }) };
}

/** Ends the request's session; the headers take its cookie from the browser. */
export async function closeSession(args: RouteArgs): Promise<Headers> {
  const session = await readSession(args);
  if (session) await endSession({ sessionId: session.sessionId });
  return new Headers({ "Set-Cookie": dropCookie() });
}

async function begin(args: RouteArgs, userId: number | null, remember: boolean) {
  const { session, cookie } = await startSession({
    userId,
    remember,
    ip: factsOf(args).clientAddress,
    userAgent: args.request.headers.get("User-Agent") ?? "",
    now: new Date(),
  });
  return { session, setCookie: keepCookie(cookie, { remember }) };
}
