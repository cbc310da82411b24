import { env } from "~/platform/env.server";

const origin = new URL(env.APP_ORIGIN);
const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(origin.hostname);
/** Browsers drop a Secure cookie on plain http; only the demo on loopback is served so. */
export const isSecure = !(origin.protocol === "http:" && loopback);

/** A `Set-Cookie` header for a cookie that no script reads: until the browser closes unless it says how many seconds. */
export function setCookie(name: string, value: string, lastsS?: number): string {
  const secure = isSecure ? "; Secure" : "";
  const life = lastsS === undefined ? "" : `; Max-Age=${lastsS}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`;
}

/** A `Set-Cookie` header that takes a cookie from the browser. */
export function dropCookie(name: string): string {
  return setCookie(name, "", 0);
}
