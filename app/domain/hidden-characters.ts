/** Characters that show nothing or turn the direction of text; those that choose how an emoji looks may stay. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/**
 * Control characters, halves of a character, and those that turn the direction or take no room. What joins letters and emoji stays:
 * scripts are written with it.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** What is said beside a name, an email address or a title that has one. */
export const HIDDEN_CHARACTERS = "This text holds invisible characters. Delete it and type it again.";

/**
 * Whether a text is what it looks like: two names that differ only in a zero-width character look the same, and one that
 * turns the direction makes a name read backwards (A36).
 */
export function isWhatItLooksLike(text: string): boolean {
  return !HIDDEN.test(text);
}

/** A text of another system as it may be shown and put into files: what nobody sees in it becomes a sign that is seen. */
export function madeVisible(text: string): string {
  return text.replace(UNSEEN, "\u{fffd}");
}
