import { generateKeyPairSync, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { parseSshPublicKey } from "~/compute/ssh-public-key.server";

const part = (bytes: Uint8Array | string) => {
  const content = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
const line = (type: string, ...parts: (Uint8Array | string)[]) =>
  `${type} ${Buffer.concat([part(type), ...parts.map(part)]).toString("base64")}`;
const jwk = (key: KeyObject, member: "x" | "y" | "n" | "e") =>
  Buffer.from(String(key.export({ format: "jwk" })[member]), "base64url");
const positive = (bytes: Buffer) => ((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

const ed25519 = jwk(generateKeyPairSync("ed25519").publicKey, "x");
const ed25519Line = line("ssh-ed25519", ed25519);

function rsaLine(bits: number): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return line("ssh-rsa", positive(jwk(publicKey, "e")), positive(jwk(publicKey, "n")));
}

function ecdsaPoint(namedCurve: string, bytes: number): Buffer {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve });
  const coordinate = (member: "x" | "y") => {
    const short = jwk(publicKey, member);
    return Buffer.concat([Buffer.alloc(bytes - short.length), short]);
  };
  return Buffer.concat([Buffer.from([4]), coordinate("x"), coordinate("y")]);
}

const p256 = ecdsaPoint("P-256", 32);

describe("accepts", () => {
  test.each([
    ["ssh-ed25519", ed25519Line],
    ["ecdsa-sha2-nistp256", line("ecdsa-sha2-nistp256", "nistp256", p256)],
    ["ecdsa-sha2-nistp384", line("ecdsa-sha2-nistp384", "nistp384", ecdsaPoint("P-384", 48))],
    ["ecdsa-sha2-nistp521", line("ecdsa-sha2-nistp521", "nistp521", ecdsaPoint("P-521", 66))],
    ["ssh-rsa", rsaLine(2048)],
    ["sk-ssh-ed25519@openssh.com", line("sk-ssh-ed25519@openssh.com", ed25519, "ssh:")],
    ["sk-ecdsa-sha2-nistp256@openssh.com", line("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", p256, "ssh:")],
  ])("%s", (type, given) => {
    const key = parseSshPublicKey(`  ${given} ada@laptop \n`);
    expect(key).toMatchObject({ type, comment: "ada@laptop" });
    expect(key.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });
});

test.each(["می\u200cخواهم", "👨\u200d👩\u200d👧"])("accepts the comment %s, joiner and all", (comment) => {
  expect(parseSshPublicKey(`${ed25519Line} ${comment}`).comment).toBe(comment);
});

function refusalOf(given: string): string {
  try {
    parseSshPublicKey(given);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return "accepted";
}

const PUTTY = "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: ada\nPublic-Lines: 1\nAAAAC3Nza";

describe("49: refuses", () => {
  const [type = "", body = ""] = ed25519Line.split(" ");
  test.each([
    ["nothing", "  ", M.pasteSshKey],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END", M.privateSshKey],
    ["PuTTY's file with the private half", `${PUTTY}\nPrivate-Lines: 1\nAAAAIQ==\nPrivate-MAC: 0f`, M.privateSshKey],
    ["the same on one line", `${PUTTY} Private-Lines: 1 AAAAIQ==`, M.privateSshKey],
    ["PuTTY's file without it", PUTTY, M.invalidSshKey],
    ["an RSA key of 1024 bits", rsaLine(1024), M.rsaKeyTooShort],
    ["garbage", "hello world", M.invalidSshKey],
    ["one word", "ssh-ed25519", M.invalidSshKey],
    ["options before the type", `command="rm -rf /" ${ed25519Line}`, M.invalidSshKey],
    ["another key on a second line", `${ed25519Line}\n${ed25519Line}`, M.invalidSshKey],
    ["base64 that is cut off", `${type} ${body.slice(0, -4)}`, M.invalidSshKey],
    ["base64 with a foreign character", `${type} ${body.slice(0, -1)}*`, M.invalidSshKey],
    ["an inner type other than the outer", `ssh-rsa ${body}`, M.invalidSshKey],
    ["bytes after the key", line("ssh-ed25519", ed25519, "more"), M.invalidSshKey],
    ["a key of 31 bytes", line("ssh-ed25519", ed25519.subarray(1)), M.invalidSshKey],
    [
      "a point that is not on its curve",
      line("ecdsa-sha2-nistp256", "nistp256", Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)])),
      M.invalidSshKey,
    ],
    ["a type of old", line("ssh-dss", "1", "2", "3", "4"), M.sshKeyTypeRefused({ type: "ssh-dss" })],
    [
      "a certificate",
      line("ssh-ed25519-cert-v01@openssh.com", "x"),
      M.sshKeyTypeRefused({ type: "ssh-ed25519-cert-v01@openssh.com" }),
    ],
    ["8193 characters", `${ed25519Line} ${"c".repeat(8192)}`, M.sshKeyTooLong],
    ["a comment of 101 characters", `${ed25519Line} ${"c".repeat(101)}`, M.invalidSshKey],
    ["a comment with an invisible character", `${ed25519Line} ad\u200ba`, hiddenFault(`${ed25519Line} ad\u200ba`)],
    ["a comment with an escape", `${ed25519Line} a\u001b[31mb`, M.invalidSshKey],
  ])("%s", (_what, given, message) => {
    expect(refusalOf(given)).toBe(message);
  });

  test("any change of a single byte, or accepts it; it never fails otherwise", () => {
    const bytes = Buffer.from(body, "base64");
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        expect(["accepted", M.invalidSshKey]).toContain(refusalOf(`ssh-ed25519 ${changed.toString("base64")}`));
      }),
    );
    fc.assert(fc.property(fc.string(), (given) => refusalOf(given) !== "accepted"));
  });
});
