import type { Account } from "~/domain/users/account.server";
import { type Flash, keepFlash } from "~/domain/users/flash.server";
import { endSession, findSession, type Session, startSession } from "~/domain/users/session.server";
import { clientAddressOf } from "./request-facts.server";
import { dropCookie, keepCookie, sessionCookieOf } from "./session-cookie.server";

/** The request's session, also an anonymous one; null without a valid cookie. */
export async function readSession(request: Request): Promise<Session | null> {
  const cookie = sessionCookieOf(request);
  return cookie === null ? null : await findSession({ cookie, now: new Date() });
}

/** The request's session, made for a visitor who has none; then `headers` set its cookie. */
export async function ensureSession(request: Request): Promise<{ session: Session; headers: Headers }> {
  const present = await readSession(request);
  if (present) return { session: present, headers: new Headers() };
  const { session, cookie } = await begin(request, null, false);
  return { session, headers: new Headers({ "Set-Cookie": keepCookie(cookie, { remember: false }) }) };
}

/** Makes the session of someone who has just logged in: a new id, the old one ended (0.5). */
export async function renewSession(
  request: Request,
  { account, remember }: { account: Account; remember: boolean },
): Promise<{ session: Session; headers: Headers }> {
  const { session, cookie } = await begin(request, account.userId, remember);
  await endPresent(request);
  return {
    session: { ...session, account },
    headers: new Headers({ "Set-Cookie": keepCookie(cookie, { remember }) }),
  };
}

/** Ends the request's session; the headers take its cookie from the browser. */
export async function closeSession(request: Request): Promise<Headers> {
  await endPresent(request);
  return new Headers({ "Set-Cookie": dropCookie() });
}

/** Keeps a notice for the next page of the request's session. */
export async function leaveNotice(request: Request, flash: Flash): Promise<void> {
  const session = await readSession(request);
  if (session) await keepFlash({ sessionId: session.sessionId, flash });
}

async function begin(request: Request, userId: number | null, remember: boolean) {
  return await startSession({
    userId,
    remember,
    ip: clientAddressOf(request),
    userAgent: request.headers.get("User-Agent") ?? "",
    now: new Date(),
  });
}

async function endPresent(request: Request): Promise<void> {
  const session = await readSession(request);
  if (session) await endSession({ sessionId: session.sessionId });
}
