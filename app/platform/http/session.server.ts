import type { Account } from "~/accounts/account.server";
import { type PendingLogin, takePendingLogin } from "~/accounts/pending-login.server";
import { cookieIn, SESSION_COOKIE } from "~/accounts/session-cookie";
import { endSession, findSession, type Session, startSession } from "~/accounts/session.server";
import { transaction } from "~/platform/db.server";
import { presentTime } from "~/platform/time.server";
import { noteActive } from "./note-active.server";
import { dropCookie, setCookie } from "./cookies.server";
import { factsOf, type RequestFacts, type RouteArgs } from "./request-facts.server";
import { endVisitor } from "./visitor.server";

const REMEMBERED_S = 30 * 86_400;

/** Starts reading the session of a new request, so that the database works while the framework finds the route. */
export function expectSession({ session }: RequestFacts, request: Request): void {
  const cookie = sessionCookieOf(request);
  if (cookie === null) return;
  session.found = findSession({ cookie, now: presentTime() });
  // The reader of `found` gets the failure; here it only must not count as unhandled.
  session.found.catch(() => {});
}

/** Returns the request's session; null without a login. */
export async function readSession(args: RouteArgs): Promise<Session | null> {
  const kept = factsOf(args).session;
  const cookie = sessionCookieOf(args.request);
  if (cookie === null) return null;
  const now = presentTime();
  kept.found ??= findSession({ cookie, now });
  const session = await kept.found;
  if (session && session.account.state !== "suspended") noteActive(session.account.userId, now);
  return session;
}

/**
 * Drops the session that was read, because it may have ended or its owner may have lost a right. The next use reads it
 * again.
 */
export function forgetSession(args: RouteArgs): void {
  delete factsOf(args).session.found;
}

/** An account that has proven its identity. The proof must stay valid until the session starts. */
export interface Proven {
  account: Account;
  /** The login that waited for its second factor. */
  pending?: PendingLogin;
  remember: boolean;
}

/** Creates the session after a login, with a new id, and ends the browser's previous session or visitor (0.5). */
export async function renewSession(args: RouteArgs, { account, pending, remember }: Proven) {
  const before = await readSession(args);
  const begun = {
    userId: account.userId,
    loginEpoch: account.loginEpoch,
    remember,
    ip: factsOf(args).clientAddress,
    userAgent: args.request.headers.get("User-Agent") ?? "",
    now: presentTime(),
  };
  const { session, cookie } = await transaction(async (tx) => {
    if (pending) await takePendingLogin(tx, pending);
    return await startSession(begun, tx);
  });
  if (before) await endSession({ sessionId: before.sessionId });
  const headers = new Headers({
    "Set-Cookie": setCookie(SESSION_COOKIE, cookie, remember ? REMEMBERED_S : undefined),
  });
  const ended = endVisitor(args);
  if (ended !== null) headers.append("Set-Cookie", ended);
  return { session, headers };
}

/** Ends the request's session; the returned headers delete its cookie. */
export async function closeSession(args: RouteArgs): Promise<Headers> {
  const session = await readSession(args);
  if (session) await endSession({ sessionId: session.sessionId });
  return new Headers({ "Set-Cookie": dropCookie(SESSION_COOKIE) });
}

function sessionCookieOf(request: Request): string | null {
  return cookieIn(request.headers.get("Cookie"), SESSION_COOKIE);
}
