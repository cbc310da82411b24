import { expect, test } from "vitest";
import { M } from "~/messages";
import { readGivenKey } from "~/compute/inside/ssh-keys/check/given-key.server";

const LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk1yXlpE8QpSrk6Oda4mKgVfHhTq0Jt2PGUpnlrF0Vd laptop";
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

test("a public key, its fingerprint and the line of ssh-keygen -l mean the same key", () => {
  const key = readGivenKey(LINE);
  const fingerprint = key && "fingerprint" in key ? key.fingerprint : "";
  expect(fingerprint).toMatch(FINGERPRINT);
  expect(readGivenKey(`  ${fingerprint}\n`)).toEqual({ fingerprint });
  expect(readGivenKey(`256 ${fingerprint} laptop (ED25519)`)).toEqual({ fingerprint });
});

test("an empty text is not a key; an invalid one gets a reason, in the words of the keys screen", () => {
  expect(readGivenKey(" \n")).toBeNull();
  expect(readGivenKey("-----BEGIN OPENSSH PRIVATE KEY-----")).toEqual({ problem: M.privateSshKey });
  expect(readGivenKey("ssh-ed25519 garbage")).toEqual({ problem: M.invalidSshKey });
  expect(readGivenKey("MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48")).toEqual({
    problem: expect.stringContaining("-E sha256"),
  });
});
