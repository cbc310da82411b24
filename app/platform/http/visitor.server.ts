import { cookieIn } from "~/accounts/session-cookie";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";
import { dropCookie, isSecure, setCookie } from "./cookies.server";
import { factsOf, type RouteArgs } from "./request-facts.server";

/**
 * The cookie's name. With the prefix `__Host-`, browsers accept it from this host only, so a neighbour of its domain
 * cannot plant one.
 */
export const VISITOR_COOKIE = isSecure ? "__Host-millrace_visitor" : "millrace_visitor";

const SECRET = /^[\w-]{43}$/;

/** A browser without a login. It holds a random cookie, and the database stores nothing about it (A30). */
export interface Visitor {
  /** SHA-256 of the cookie's value. */
  visitorId: string;
  /** Header that sets the cookie; null if the browser sent it. */
  setCookie: string | null;
}

/** The request's visitor; null for a browser that keeps no cookie of ours. */
export function visitorOf(args: RouteArgs): Visitor | null {
  const facts = factsOf(args);
  if (facts.visitor) return facts.visitor;
  const secret = cookieIn(args.request.headers.get("Cookie"), VISITOR_COOKIE);
  return secret !== null && SECRET.test(secret) ? { visitorId: hashOfSecret(secret), setCookie: null } : null;
}

/** The request's visitor, created if it has none; the action and the loaders of a request get the same one. */
export function ensureVisitor(args: RouteArgs): Visitor {
  return visitorOf(args) ?? renewVisitor(args);
}

/** Replaces the request's visitor with a new one, so that a stolen cookie gives no access afterwards. */
export function renewVisitor(args: RouteArgs): Visitor {
  const secret = randomSecret();
  const made = { visitorId: hashOfSecret(secret), setCookie: setCookie(VISITOR_COOKIE, secret) };
  factsOf(args).visitor = made;
  return made;
}

/** The header that drops the visitor cookie after a login; null if the browser does not have one. */
export function endVisitor({ request }: RouteArgs): string | null {
  const held = cookieIn(request.headers.get("Cookie"), VISITOR_COOKIE) !== null;
  return held ? dropCookie(VISITOR_COOKIE) : null;
}
