import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { env } from "~/env.server";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 43 base64url characters from 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret that is only ever compared: SHA-256 in hex. Enough for 32 random bytes. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Encrypts what must be shown again (AES-256-GCM): nonce, tag and text in base64url. */
export function encrypt(plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(), nonce);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** Null when the text was changed or made with another MILLRACE_SECRET. */
export function decrypt(encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", encryptionKey(), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function encryptionKey(): Buffer {
  if (!env.MILLRACE_SECRET) throw new Error("MILLRACE_SECRET is not set: API keys cannot be stored");
  return createHash("sha256").update(env.MILLRACE_SECRET).digest();
}
