import { trimHidden } from "~/platform/hidden-characters";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";

/** Control characters, and halves of a character, which no database stores. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}]/u;

/** Passwords are taken as they are sent (0.3). */
export const isPasswordField = (name: string) => /^((current|engine|registry)_)?password(_confirmation)?$/.test(name);

/**
 * Returns the stored form of a text: CR LF as LF, trimmed of spaces and invisible characters, Unicode NFC; NUL and
 * control characters are refused with M09 (0.3).
 */
export function cleanText(text: string): string {
  const clean = trimHidden(text.replaceAll("\r\n", "\n").normalize("NFC"));
  if (FORBIDDEN.test(clean)) throw new Refusal(M.unreadable, { status: 400 });
  return clean;
}

/** Cleans every text in a result of `JSON.parse`, keys included. */
export function cleanValue(value: unknown, name = ""): unknown {
  if (typeof value === "string") return isPasswordField(name) ? value : cleanText(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleanValue(member, key)]));
}
