import { timingSafeEqual } from "node:crypto";
import { type AuthContext, type ParsedKey, type PublicKeyAuthContext, utils } from "ssh2";
import { fingerprintOf } from "./fingerprint";

const USER = "root";
const USER_SHOWN = 32;

/** Parses authorised public keys; invalid lines are skipped. */
export function parseKeys(lines: string[]): ParsedKey[] {
  return lines.flatMap((line) => {
    const parsed = utils.parseKey(line);
    return parsed instanceof Error ? [] : [parsed].flat();
  });
}

/**
 * Accepts public keys of user root, and nothing else. A key is accepted only if it is known and, once signed, the
 * signature is its own. Returns false if the client was refused.
 */
export function decide(context: AuthContext, keys: ParsedKey[]): boolean {
  const accepted = accepts(context, keys);
  if (accepted) context.accept();
  else context.reject(["publickey"]);
  return accepted;
}

/** Checks for user root with one of the keys. */
export function accepts(context: AuthContext, keys: ParsedKey[]): boolean {
  return context.method === "publickey" && context.username === USER && holds(context, keys);
}

export function isAmong(keys: ParsedKey[], publicSsh: Buffer): boolean {
  return keys.some((key) => same(key.getPublicSSH(), publicSsh));
}

/** Describes a refused login in the task's log; user and key explain most failures. */
export function describeRefused(context: AuthContext): string {
  const user = context.username.replace(/[^\w.@-]/g, "?").slice(0, USER_SHOWN);
  const what = context.method === "publickey" ? `key ${fingerprintOf(context.key.data)}` : context.method;
  return `refused ${what} for user ${user}`;
}

function holds(context: PublicKeyAuthContext, keys: ParsedKey[]): boolean {
  const known = keys.find(
    (key) =>
      key.type === context.key.algo.replace(/^rsa-sha2-(256|512)$/, "ssh-rsa") &&
      same(key.getPublicSSH(), context.key.data),
  );
  if (!known) return false;
  // Without a signature the client only asks whether this key is acceptable.
  if (!context.signature || !context.blob) return true;
  return known.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
