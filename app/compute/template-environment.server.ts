import { z } from "zod";
import { decrypt, encrypt } from "~/platform/secret.server";

const Variables = z.record(z.string(), z.string());

/** Variables as they are stored: encrypted, for they may be passwords. None are an empty text. */
export function sealEnvironment(variables: Readonly<Record<string, string>>): string {
  return Object.keys(variables).length === 0 ? "" : encrypt(JSON.stringify(variables));
}

/**
 * The variables again. None where they were stored under another MILLRACE_SECRET: what one task has lost must not keep its node
 * from hearing what it shall run.
 */
export function openEnvironment(sealed: string): Record<string, string> {
  if (sealed === "") return {};
  const text = decrypt(sealed);
  return text === null ? {} : Variables.parse(JSON.parse(text));
}
