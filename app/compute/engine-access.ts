import { z } from "zod";

/** Why an engine's token must not be sent there; empty if it may. */
export function whyNotUrl(url: string): string {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "https:" || isLoopback ? "" : "plain http would show the token to the network: use https";
}

const seconds = z.number().nullish();
const claims = z.object({ exp: seconds, iat: seconds, sun: z.string().nullish() });

/** Reads from a token its end, when it was made, and Slurm's user, all unproven. Null: it cannot be read. */
export function tokenClaims(token: string): z.infer<typeof claims> | null {
  try {
    return claims.parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}

/** When a token expires, in milliseconds; null: never, or unknown. */
export function tokenEndMs(token: string): number | null {
  const end = tokenClaims(token)?.exp ?? null;
  return end === null ? null : end * 1000;
}
