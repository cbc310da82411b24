import { SESSION_COOKIE, sessionCookieIn } from "~/domain/accounts/session-cookie";
import { env } from "~/env.server";

const REMEMBERED_S = 30 * 86_400;

const origin = new URL(env.APP_ORIGIN);
const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(origin.hostname);
// Browsers drop a Secure cookie on plain http; only the demo on loopback is served so.
const secure = origin.protocol === "http:" && loopback ? "" : "; Secure";

/** The value of the session cookie as the browser sent it, or null. */
export function sessionCookieOf(request: Request): string | null {
  return sessionCookieIn(request.headers.get("Cookie"));
}

/** A `Set-Cookie` header that keeps the session in the browser: until it closes, or 30 days when remembered. */
export function keepCookie(value: string, { remember }: { remember: boolean }): string {
  return setCookie(value, remember ? `; Max-Age=${REMEMBERED_S}` : "");
}

/** A `Set-Cookie` header that takes the session from the browser. */
export function dropCookie(): string {
  return setCookie("", "; Max-Age=0");
}

function setCookie(value: string, life: string): string {
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`;
}
