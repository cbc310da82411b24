import { z } from "zod";
import { decrypt, encrypt } from "~/platform/secret.server";

const Variables = z.record(z.string(), z.string());

/** Stored variables: encrypted, because they may be passwords. An empty text if there are none. */
export function sealEnvironment(variables: Readonly<Record<string, string>>): string {
  return Object.keys(variables).length === 0 ? "" : encrypt(JSON.stringify(variables));
}

/**
 * Decrypts the variables. Returns none if they were stored under another MILLRACE_SECRET: one task's loss must not
 * keep its node from its desired state.
 */
export function openEnvironment(sealed: string): Record<string, string> {
  if (sealed === "") return {};
  const text = decrypt(sealed);
  return text === null ? {} : Variables.parse(JSON.parse(text));
}
