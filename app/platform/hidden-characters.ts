/** Characters that show nothing or turn the direction of text; those that choose how an emoji looks may stay. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/**
 * Letters, marks and digits of the scripts that are written with joiners. Elsewhere a joiner makes no visible
 * difference.
 */
const JOINED = [
  ...["Arab", "Syrc", "Mand", "Mong", "Phag", "Nkoo", "Adlm", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu"],
  ...["Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Java", "Bali", "Newa"],
].map((script) => String.raw`\p{scx=${script}}`);
const LETTER = String.raw`(?=[${JOINED.join("")}])[\p{L}\p{M}\p{N}]`;

/**
 * Joiners that act as letters: inside a word of their script, and at its end for the joined form; inside an emoji, such
 * as a family; and the signs of the flags of England, Scotland and Wales.
 */
const JOINERS = new RegExp(
  [
    String.raw`${LETTER}(?:\u200d|\u200c(?=${LETTER}))`,
    String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d(?=\p{Extended_Pictographic})`,
    String.raw`\u{1f3f4}(?:${["gbeng", "gbsct", "gbwls"].map(asTags).join("|")})\u{e007f}`,
  ].join("|"),
  "gu",
);

/**
 * Control characters, unpaired surrogates, and characters that turn the direction or have no width. Joiners of letters
 * and emoji stay, because scripts need them.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/**
 * Name of the form button that removes the hidden characters from a field and submits the form; its value names the
 * field.
 */
export const REMOVE_HIDDEN = "_remove_hidden";

const BEFORE = 12;

/**
 * The warning next to a name, an email address or a title that is not what it looks like; null if it is. Two names that
 * differ only in a zero-width character look the same, and a character that reverses the direction makes a name read
 * backwards (A36).
 */
export function hiddenFault(text: string): string | null {
  const at = hiddenOf(text).indexOf(true);
  if (at < 0) return null;
  const before = [...text].slice(Math.max(0, at - BEFORE), at).join("");
  return `Character ${at + 1}${before === "" ? "" : `, after "${before}",`} is invisible. Please remove it.`;
}

/** Checks that a text has no hidden characters. */
export function isWhatItLooksLike(text: string): boolean {
  return hiddenFault(text) === null;
}

/** Removes the hidden characters of a text. */
export function withoutHidden(text: string): string {
  const hidden = hiddenOf(text);
  return [...text].filter((_sign, at) => !hidden[at]).join("");
}

/** Trims blanks and hidden characters, which often come along when a text is copied. */
export function trimHidden(text: string): string {
  if (!HIDDEN.test(text)) return text.trim();
  const [signs, hidden] = [[...text], hiddenOf(text)];
  const isSeen = (sign: string, at: number) => !hidden[at] && sign.trim() !== "";
  return signs.slice(Math.max(0, signs.findIndex(isSeen)), signs.findLastIndex(isSeen) + 1).join("");
}

/** Replaces each joiner that acts as a letter by a letter. */
export function joinersAsLetters(text: string): string {
  return text.replace(JOINERS, (found) => "x".repeat([...found].length));
}

/** Marks for each character whether it is hidden. */
function hiddenOf(text: string): boolean[] {
  return HIDDEN.test(text) ? Array.from(joinersAsLetters(text), (sign) => HIDDEN.test(sign)) : [];
}

function asTags(letters: string): string {
  return Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
}

/** Prepares a text of another system for display and files: invisible characters become visible signs. */
export function madeVisible(text: string): string {
  return text.replace(UNSEEN, "\u{fffd}");
}
