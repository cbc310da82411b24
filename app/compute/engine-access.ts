import { z } from "zod";

/** Why an engine's token must not be sent there; empty if it may. */
export function whyNotUrl(url: string): string {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "https:" || isLoopback ? "" : "plain http would show the token to the network: use https";
}

/** When a token expires, in milliseconds; null: never, or unknown. */
export function tokenEndMs(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return z.object({ exp: z.number() }).parse(claims).exp * 1000;
  } catch {
    return null;
  }
}
