import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { parseSshPublicKey } from "~/compute/ssh-public-key.server";
import type { GivenKey } from "./facts";

/** A fingerprint in the form of `ssh-keygen -l`, by itself or within its line. */
const FINGERPRINT = /SHA256:[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])/;
const OLD_FINGERPRINT = /\b(?:MD5:)?(?:[0-9a-f]{2}:){15}[0-9a-f]{2}\b/i;

/** Reads pasted text: a public key, its fingerprint, or the line of `ssh-keygen -l`; null for an empty text. */
export function readGivenKey(text: string): GivenKey | null {
  const given = text.trim();
  if (given === "") return null;
  const fingerprint = FINGERPRINT.exec(given)?.[0];
  if (fingerprint) return { fingerprint };
  if (OLD_FINGERPRINT.test(given)) {
    return {
      problem: "This is a fingerprint in the old MD5 form. Paste what ssh-keygen -l -E sha256 prints.",
    };
  }
  try {
    return { fingerprint: parseSshPublicKey(given).fingerprint };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.details.fields?.["ssh_public_key"] ?? error.message ?? M.invalidSshKey };
  }
}
