import { createPublicKey } from "node:crypto";
import sshpk from "sshpk";
import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { fingerprintOf } from "~/platform/fingerprint.server";
import { isWellFormed, KEY_TYPES, rsaBitsOf, WireReader } from "./inside/ssh-keys/ssh-key-body";

const LONGEST = 8192;
const COMMENT_LONGEST = 100;
/** Marks of a private key in PEM, OpenSSH and PuTTY files. */
const PRIVATE = /PRIVATE KEY|Private-(Lines|MAC|Hash):/i;
const RSA_LEAST_BITS = 2048;
const RSA_MOST_BITS = 8192;

export interface SshPublicKey {
  type: string;
  /** Base64 part. */
  body: string;
  comment: string;
  /** `SHA256:` and base64 without padding, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** Reads one line `{type} {base64} [comment]` (9.2); refuses with M40–M45. */
export function parseSshPublicKey(given: string): SshPublicKey {
  const line = given.trim();
  if (line === "") throw refusal(M.pasteSshKey);
  if (PRIVATE.test(line)) throw refusal(M.privateSshKey);
  if ([...line].length > LONGEST) throw refusal(M.sshKeyTooLong);
  const hidden = hiddenFault(line);
  if (hidden !== null) throw refusal(hidden);
  const [, type, body, comment = ""] = /^(\S+)[ \t]+(\S+)(?:[ \t]+([^\n]*))?$/.exec(line) ?? [];
  if (!type || !body) throw refusal(M.invalidSshKey);

  const bytes = decode(body);
  if (!bytes || new WireReader(bytes).text() !== type) throw refusal(M.invalidSshKey);
  if (!KEY_TYPES.includes(type)) throw refusal(M.sshKeyTypeRefused({ type }));
  if (!isWellFormed(type, bytes) || !isRealKey(type, line)) throw refusal(M.invalidSshKey);
  if (type === "ssh-rsa") requireRsaLength(bytes);
  if ([...comment].length > COMMENT_LONGEST || /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(comment))
    throw refusal(M.invalidSshKey);
  return { type, body, comment: comment.trim(), fingerprint: fingerprintOf(bytes) };
}

function refusal(message: string): Refusal {
  return Refusal.ofField("ssh_public_key", message);
}

/** Decodes strict base64: encoding the bytes again gives the same text. */
function decode(body: string): Buffer | null {
  const bytes = Buffer.from(body, "base64");
  return bytes.length > 0 && bytes.toString("base64") === body ? bytes : null;
}

/**
 * Parses the key a second time with an independent library, which also checks that a point lies on its curve. It does
 * not know keys on a token (sk-).
 */
function isRealKey(type: string, line: string): boolean {
  if (type.startsWith("sk-")) return true;
  try {
    createPublicKey(sshpk.parseKey(line, "ssh").toString("pkcs8"));
    return true;
  } catch {
    return false;
  }
}

function requireRsaLength(bytes: Buffer): void {
  const bits = rsaBitsOf(bytes);
  if (bits < RSA_LEAST_BITS) throw refusal(M.rsaKeyTooShort);
  if (bits > RSA_MOST_BITS) throw refusal(M.invalidSshKey);
}
