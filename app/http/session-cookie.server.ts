import { env } from "~/env.server";

const NAME = "millrace_session";
const REMEMBERED_S = 30 * 86_400;

const origin = new URL(env.APP_ORIGIN);
const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(origin.hostname);
// Browsers drop a Secure cookie on plain http; only the demo on loopback is served so.
const secure = origin.protocol === "http:" && loopback ? "" : "; Secure";

/** The value of the session cookie as the browser sent it, or null. */
export function sessionCookieOf(request: Request): string | null {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === NAME) return pair.slice(at + 1).trim() || null;
  }
  return null;
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
  return `${NAME}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`;
}
