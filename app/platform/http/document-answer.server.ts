import type { RequestFacts } from "./request-facts.server";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.server";

interface DocumentFacts {
  nonce: string;
  requestId: string;
  status: number;
  /** Origin to which the page's script opens its socket. */
  liveOrigin: string;
}

/** Headers of a screen (0.3, 0.10). What a screen shows is one person's: no cache may keep it. */
export function documentHeaders(headers: Headers, { nonce, requestId, status, liveOrigin }: DocumentFacts): void {
  // Remix refuses posts to a screen without an action; screens with an action set the header themselves.
  if (status === 405 && !headers.has("Allow")) headers.set("Allow", "GET, HEAD");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy({ nonce, liveOrigin }));
  headers.set("X-Request-Id", requestId);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(securityHeaders())) headers.set(name, value);
}

/** 503 instead of 500 while the database is away (0.4). */
export function documentStatus({ databaseDown }: Pick<RequestFacts, "databaseDown">, status: number): number {
  return status === 500 && databaseDown ? 503 : status;
}
