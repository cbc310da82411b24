import { z } from "zod";
import { decrypt, encrypt } from "~/domain/secret.server";

const Variables = z.record(z.string(), z.string());

/** Variables as they are stored: encrypted, for they may be passwords. None are an empty text. */
export function sealEnvironment(variables: Readonly<Record<string, string>>): string {
  return Object.keys(variables).length === 0 ? "" : encrypt(JSON.stringify(variables));
}

/** The variables again. @throws when they were stored under another MILLRACE_SECRET. */
export function openEnvironment(sealed: string): Record<string, string> {
  if (sealed === "") return {};
  const text = decrypt(sealed);
  if (text === null) throw new Error("the variables of a template were stored under another MILLRACE_SECRET");
  return Variables.parse(JSON.parse(text));
}
