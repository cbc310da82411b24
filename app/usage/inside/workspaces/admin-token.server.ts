import { encrypt, hashOfSecret, randomSecret } from "~/platform/secret.server";
import { Refusal } from "~/platform/refusal";

const ALLOWED = /^[A-Za-z0-9_-]{16,128}$/;

/** Error text for a typed admin token that is malformed. */
export const ADMIN_TOKEN_RULE = "An admin token has 16 to 128 letters, digits, hyphens or underscores.";

/** Returns the requested admin token, or a new one: `mrw_` and 43 characters. */
export function adminTokenFrom(typed: string): string {
  if (typed === "") return `mrw_${randomSecret()}`;
  if (!ALLOWED.test(typed)) throw Refusal.ofField("admin_token", ADMIN_TOKEN_RULE);
  return typed;
}

/** Stored form, as for API keys (0.5): a hash to find it, and the encrypted token for those who may see it. */
export function storedAdminToken(token: string): { hash: string; encrypted: string; last4: string } {
  return { hash: hashOfSecret(token), encrypted: encrypt(token), last4: token.slice(-4) };
}
