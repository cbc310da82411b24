import { createHash } from "node:crypto";

/** `SHA256:` and base64 without padding, as `ssh-keygen -l` prints it, of a key's bytes. */
export function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** Returns the fingerprint of a line `{type} {base64} [comment]`; empty for an empty line. */
export function fingerprintOfLine(line: string): string {
  const body = line.trim().split(/\s+/)[1] ?? "";
  return body === "" ? "" : fingerprintOf(Buffer.from(body, "base64"));
}
