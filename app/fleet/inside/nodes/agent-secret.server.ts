import { createHash, randomBytes } from "node:crypto";

/** Creates a secret and its stored form; the secret itself is shown once and never stored. */
export function makeSecret(prefix: "mra_" | "mre_"): { secret: string; hash: string } {
  const secret = prefix + randomBytes(32).toString("base64url");
  return { secret, hash: hashOf(secret) };
}

/** SHA-256 in hex: enough for a secret of 256 random bits. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
