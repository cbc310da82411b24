import { z } from "zod";

const UNSTORABLE = /(?![\t\n])\p{Cc}|\p{Cs}/u;

/**
 * A text as the database can keep it and a screen can show it: without NUL, other control characters (but tabs and
 * new lines) and halves of surrogate pairs.
 */
export const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((given) => !UNSTORABLE.test(given));

/** What an agent makes of a text before it reports it: customers name their own programs as they like. */
export function replaceUnstorable(given: string): string {
  return given.replace(new RegExp(UNSTORABLE, "gu"), "\uFFFD");
}
