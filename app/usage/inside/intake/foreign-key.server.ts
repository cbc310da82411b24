import { createHash } from "node:crypto";

const FITTING = /^[A-Za-z0-9._:/@+-]+$/;
const KEY_MAX = 64;
/** The form of `hashedKey`: an id that has it must not take the key of another event. */
const HASHED = /^[a-z0-9]+:[\w-]{43}$/;

/** The key of an event that another system named: the parts of its name if they fit, else a hash of them, the same each time. */
export function foreignKey(parts: readonly string[]): string {
  const plain = parts.join(" ");
  const fits = plain.length <= KEY_MAX && parts.every((part) => FITTING.test(part));
  if (fits && !HASHED.test(plain)) return plain;
  return hashedKey("sha256", parts);
}

/** Hashes parts to a key; equal parts give equal keys. `prefix` names the kind of parts. */
export function hashedKey(prefix: string, parts: readonly unknown[]): string {
  return `${prefix}:${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`;
}
