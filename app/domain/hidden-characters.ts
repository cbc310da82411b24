/** Characters that show nothing or turn the direction of text; those that choose how an emoji looks may stay. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/** What is said beside a name, an email address or a title that has one. */
export const HIDDEN_CHARACTERS = "This text holds invisible characters. Delete it and type it again.";

/**
 * Whether a text is what it looks like: two names that differ only in a zero-width character look the same, and one that
 * turns the direction makes a name read backwards (A36).
 */
export function isWhatItLooksLike(text: string): boolean {
  return !HIDDEN.test(text);
}
