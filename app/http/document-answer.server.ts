import { contentSecurityPolicy, securityHeaders } from "./security-headers.server";

/** Headers of a screen (0.3, 0.10). What a screen shows is one person's: no cache may keep it. */
export function documentHeaders(
  headers: Headers,
  { nonce, requestId, status }: { nonce: string; requestId: string; status: number },
): void {
  // A screen without an action refuses posts by itself; those with one say what they take.
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET, HEAD");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  headers.set("X-Request-Id", requestId);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(securityHeaders())) headers.set(name, value);
}

const waiting = new WeakSet<Request>();

/** Remembers that the screen of this request failed because the database is away. */
export function noteDatabaseDown(request: Request): void {
  waiting.add(request);
}

/** 503 instead of 500 while the database is away (0.4). */
export function documentStatus(request: Request, status: number): number {
  return status === 500 && waiting.has(request) ? 503 : status;
}
