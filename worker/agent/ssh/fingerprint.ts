import { createHash } from "node:crypto";

/** `SHA256:…` as `ssh-keygen -l` prints it, of a key's bytes. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}
