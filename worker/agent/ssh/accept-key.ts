import { timingSafeEqual } from "node:crypto";
import { type AuthContext, type ParsedKey, utils } from "ssh2";

const USER = "root";

/** Parses authorised public keys; lines that are none are left out. */
export function parseKeys(lines: string[]): ParsedKey[] {
  return lines.flatMap((line) => {
    const parsed = utils.parseKey(line);
    return parsed instanceof Error ? [] : [parsed].flat();
  });
}

/** Public keys of user root, and nothing else. A key is accepted only when it is known and, once signed, signed by it. */
export function decide(context: AuthContext, keys: ParsedKey[]): void {
  if (context.method !== "publickey" || context.username !== USER) return context.reject(["publickey"]);
  const known = keys.find(
    (key) =>
      key.type === context.key.algo.replace(/^rsa-sha2-(256|512)$/, "ssh-rsa") &&
      same(key.getPublicSSH(), context.key.data),
  );
  if (!known) return context.reject(["publickey"]);
  // Without a signature the client only asks whether this key would do.
  if (!context.signature || !context.blob) return context.accept();
  const verified = known.verify(context.blob, context.signature, context.hashAlgo);
  return verified === true ? context.accept() : context.reject(["publickey"]);
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
