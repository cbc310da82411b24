export const SESSION_COOKIE = "millrace_session";

/** The session cookie's value in a `Cookie` header, or null. */
export function cookieIn(header: string | null | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
