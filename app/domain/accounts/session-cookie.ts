export const SESSION_COOKIE = "millrace_session";

/** The value of the session cookie in a `Cookie` header as the browser sent it, or null. */
export function sessionCookieIn(header: string | null | undefined): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
