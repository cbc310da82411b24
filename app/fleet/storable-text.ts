import { z } from "zod";

const UNSTORABLE = /(?![\t\n])\p{Cc}|\p{Cs}/u;

/**
 * A text that the database can store and a screen can show: without NUL, other control characters (except tabs and new
 * lines) and halves of surrogate pairs.
 */
export const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((given) => !UNSTORABLE.test(given));

/** Cleans a text before an agent reports it, because customers name their programs as they like. */
export function replaceUnstorable(given: string): string {
  return given.replace(new RegExp(UNSTORABLE, "gu"), "\uFFFD");
}
