import { isEqualSecret, signatureOf } from "~/platform/secret.server";
import type { Session } from "~/accounts/session.server";
import { presentTime } from "~/platform/time.server";
import type { RouteArgs } from "./request-facts.server";
import { readSession } from "./session.server";
import { visitorOf } from "./visitor.server";

const PURPOSE = "page token of a visitor";
/** Time for which a visitor's page may stay open before its forms expire. */
const LASTS_MS = 24 * 3_600_000;

/** The `_token` of a visitor's forms (0.6): the moment at which it expires, and a signature over that and the visitor. */
export function visitorToken(visitorId: string, now: Date): string {
  const expires = (now.getTime() + LASTS_MS).toString(36);
  return `${expires}.${signatureOf(PURPOSE, [visitorId, expires])}`;
}

/**
 * Returns the `_token` for the forms of a session and its tenant: the session's secret at the user's home, elsewhere
 * followed by the tenant (decision 0222).
 */
export function sessionToken({ pageToken, account }: Pick<Session, "pageToken" | "account">): string {
  return account.atHome ? pageToken : `${pageToken}.${account.tenantId}`;
}

/** State of a form's `_token`: valid, expired, or drawn for another tenant of the session. */
export type TokenState = "valid" | "expired" | "other team";

export async function tokenState(args: RouteArgs, token: string): Promise<TokenState> {
  if (await isPageToken(args, token)) return "valid";
  const session = await readSession(args);
  const [secret = ""] = token.split(".");
  return session && isEqualSecret(session.pageToken, secret) ? "other team" : "expired";
}

/**
 * Checks a form's `_token` against the session, or against the visitor if nobody is logged in. Neither replaces the
 * other, so a page from before a login or logout has expired.
 */
export async function isPageToken(args: RouteArgs, token: string): Promise<boolean> {
  const session = await readSession(args);
  if (session) return isEqualSecret(sessionToken(session), token);
  const visitor = visitorOf(args);
  return visitor !== null && isVisitorToken(visitor.visitorId, token, presentTime());
}

export function isVisitorToken(visitorId: string, token: string, now: Date): boolean {
  const [expires = "", signature = "", ...more] = token.split(".");
  const signed = isEqualSecret(signatureOf(PURPOSE, [visitorId, expires]), signature);
  return signed && more.length === 0 && Number.parseInt(expires, 36) > now.getTime();
}
