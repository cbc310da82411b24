import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.server";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 43 base64url characters from 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a secret that is only compared: SHA-256 in hex. It is enough for 32 random bytes. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares two secrets in constant time. */
export function isEqualSecret(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const signingKeys = new Map<string, Buffer>();

/**
 * Signs parts for this installation: HMAC-SHA256 over parts without a `.`. Each purpose has its own key (HKDF), so that
 * a signature for one is invalid for another.
 */
export function signatureOf(purpose: string, parts: readonly string[]): string {
  let key = signingKeys.get(purpose);
  if (!key) signingKeys.set(purpose, (key = Buffer.from(hkdfSync("sha256", ownSecret(), "", purpose, 32))));
  return createHmac("sha256", key).update(parts.join(".")).digest("base64url");
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
  return createHash("sha256").update(ownSecret()).digest();
}

function ownSecret(): string {
  if (!env.MILLRACE_SECRET)
    throw new Error("MILLRACE_SECRET is not set: API keys cannot be stored, nor forms of visitors signed");
  return env.MILLRACE_SECRET;
}
