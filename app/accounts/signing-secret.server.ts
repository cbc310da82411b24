import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { decrypt, encrypt } from "~/platform/secret.server";

const SECRET_BYTES = 32;
/** Time for which the previous secret also signs, so that a receiver can change over without losing anything. */
export const OLD_SECRET_MS = 24 * 3_600_000;

/** Creates a secret in the form of Standard Webhooks, and its stored form. */
export function newSecret(): { secret: string; stored: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, stored: encrypt(secret) };
}

interface Secrets {
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: Date | null;
}

/** Signs the headers of Standard Webhooks with each valid secret. Null: no secret can be read any longer. */
export function signedHeaders(
  message: Secrets & { messageId: string; payload: string },
  now: Date,
): Record<string, string> | null {
  const { secret, oldSecret, oldSecretUntil, messageId, payload } = message;
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const good = [secret, ...(isOldGood ? [oldSecret] : [])].map(decrypt).filter((one) => one !== null);
  if (good.length === 0) return null;
  return {
    "Content-Type": "application/json",
    "User-Agent": "Millrace-Webhooks/1.0",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": good.map((one) => new Webhook(one).sign(messageId, now, payload)).join(" "),
  };
}
