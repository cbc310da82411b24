import type { Account } from "~/domain/users/account.server";
import { endSession, findSession, type Session, startSession } from "~/domain/users/session.server";
import { sessionCookieIn } from "~/domain/users/session-cookie";
import { PerRequest } from "./per-request.server";
import { clientAddressOf } from "./request-facts.server";
import { dropCookie, keepCookie, sessionCookieOf } from "./session-cookie.server";

interface RequestSession {
  found?: Promise<Session | null>;
  /** The session that this request made, with the header that sets its cookie. */
  made?: Promise<{ session: Session; setCookie: string }>;
}

const requests = new PerRequest<RequestSession>(() => ({}));

/**
 * Begins to read the session of a request that has just come: the database answers while the framework still finds out
 * who is to answer.
 */
export function expectSession({
  requestId,
  cookies,
}: {
  requestId: string;
  cookies: string | undefined;
}): void {
  const cookie = sessionCookieIn(cookies);
  if (cookie === null) return;
  const found = findSession({ cookie, now: new Date() });
  // Whoever asks for it hears of the failure.
  found.catch(() => {});
  requests.ofId(requestId).found = found;
}

/** The request's session, also an anonymous one; null without a valid cookie. */
export async function readSession(request: Request): Promise<Session | null> {
  const kept = requests.of(request);
  if (kept.made) return (await kept.made).session;
  const cookie = sessionCookieOf(request);
  if (cookie === null) return null;
  kept.found ??= findSession({ cookie, now: new Date() });
  return await kept.found;
}

/**
 * The request's session, made for a visitor who has none; then `headers` set its cookie. Action and loaders of one
 * request get the same one, or the page's token would belong to a session that the browser does not keep.
 */
export async function ensureSession(request: Request): Promise<{ session: Session; headers: Headers }> {
  const kept = requests.of(request);
  const present = kept.made ? null : await readSession(request);
  if (present) return { session: present, headers: new Headers() };
  kept.made ??= begin(request, null, false);
  const { session, setCookie } = await kept.made;
  return { session, headers: new Headers({ "Set-Cookie": setCookie }) };
}

/** An anonymous session in the place of one that has ended while the request was answered. */
export async function beginAnew(request: Request): Promise<{ session: Session; setCookie: string }> {
  return await (requests.of(request).made = begin(request, null, false));
}

/** Makes the session of someone who has just logged in: a new id, the old one ended (0.5). */
export async function renewSession(
  request: Request,
  { account, remember }: { account: Account; remember: boolean },
): Promise<{ headers: Headers }> {
  const before = await readSession(request);
  const { setCookie } = await begin(request, account.userId, remember);
  if (before) await endSession({ sessionId: before.sessionId });
  return { headers: new Headers({ "Set-Cookie": setCookie }) };
}

/** Ends the request's session; the headers take its cookie from the browser. */
export async function closeSession(request: Request): Promise<Headers> {
  const session = await readSession(request);
  if (session) await endSession({ sessionId: session.sessionId });
  return new Headers({ "Set-Cookie": dropCookie() });
}

async function begin(request: Request, userId: number | null, remember: boolean) {
  const { session, cookie } = await startSession({
    userId,
    remember,
    ip: clientAddressOf(request),
    userAgent: request.headers.get("User-Agent") ?? "",
    now: new Date(),
  });
  return { session, setCookie: keepCookie(cookie, { remember }) };
}
