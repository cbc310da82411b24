import { env } from "~/platform/env.server";

const origin = new URL(env.APP_ORIGIN);
const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(origin.hostname);
/** Browsers drop a Secure cookie on plain http; only the demo on loopback is served so. */
export const isSecure = !(origin.protocol === "http:" && loopback);

/**
 * Builds a `Set-Cookie` header for a cookie that scripts cannot read. Without `lastsS` it lasts until the browser
 * closes.
 */
export function setCookie(name: string, value: string, lastsS?: number): string {
  const secure = isSecure ? "; Secure" : "";
  const life = lastsS === undefined ? "" : `; Max-Age=${lastsS}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`;
}

/** Builds a `Set-Cookie` header that deletes a cookie. */
export function dropCookie(name: string): string {
  return setCookie(name, "", 0);
}
