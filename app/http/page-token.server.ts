import { isEqualSecret, signatureOf } from "~/domain/secret.server";
import type { RouteArgs } from "./request-facts.server";
import { readSession } from "./session.server";
import { visitorOf } from "./visitor.server";

const PURPOSE = "page token of a visitor";
/** How long a page of a visitor may stay open before its forms have expired. */
const LASTS_MS = 24 * 3_600_000;

/** The `_token` of a visitor's forms (0.6): the moment at which it expires, and a signature over that and the visitor. */
export function visitorToken(visitorId: string, now: Date): string {
  const expires = (now.getTime() + LASTS_MS).toString(36);
  return `${expires}.${signatureOf(PURPOSE, [visitorId, expires])}`;
}

/**
 * Whether a form's `_token` is of a page that this browser was shown: that of its session where it has one, else the
 * visitor's. Neither stands for the other, so a page from before a login or a logout has expired with it.
 */
export async function isPageToken(args: RouteArgs, token: string): Promise<boolean> {
  const session = await readSession(args);
  if (session) return isEqualSecret(session.pageToken, token);
  const visitor = visitorOf(args);
  return visitor !== null && isVisitorToken(visitor.visitorId, token, new Date());
}

export function isVisitorToken(visitorId: string, token: string, now: Date): boolean {
  const [expires = "", signature = "", ...more] = token.split(".");
  const signed = isEqualSecret(signatureOf(PURPOSE, [visitorId, expires]), signature);
  return signed && more.length === 0 && Number.parseInt(expires, 36) > now.getTime();
}
