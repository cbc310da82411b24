/** Characters that show nothing or turn the direction of text; those that choose how an emoji looks may stay. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/** Letters, marks and digits of the scripts that are written with joiners. In others a joiner changes nothing that is seen. */
const JOINED = [
  ...["Arab", "Syrc", "Mand", "Mong", "Phag", "Nkoo", "Adlm", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu"],
  ...["Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Java", "Bali", "Newa"],
].map((script) => String.raw`\p{scx=${script}}`);
const LETTER = String.raw`(?=[${JOINED.join("")}])[\p{L}\p{M}\p{N}]`;

/**
 * Joiners that are letters: inside a word of their script, and at its end where one asks for the joined form; inside an emoji, such as
 * a family; and the signs that make a flag England's, Scotland's or Wales's.
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
 * Control characters, halves of a character, and those that turn the direction or take no room. What joins letters and emoji stays:
 * scripts are written with it.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** The button of a form that takes the hidden characters out of a field, which is its value, and sends the form. */
export const REMOVE_HIDDEN = "_remove_hidden";

const BEFORE = 12;

/**
 * The warning next to a name, an email address or a title that is not what it looks like; null where it is. Two names that differ only
 * in a zero-width character look the same, and one that turns the direction makes a name read backwards (A36).
 */
export function hiddenFault(text: string): string | null {
  const at = hiddenOf(text).indexOf(true);
  if (at < 0) return null;
  const before = [...text].slice(Math.max(0, at - BEFORE), at).join("");
  return `Character ${at + 1}${before === "" ? "" : `, after "${before}",`} is invisible. Please remove it.`;
}

/** Whether a text has no hidden characters. */
export function isWhatItLooksLike(text: string): boolean {
  return hiddenFault(text) === null;
}

/** A text without what is hidden in it. */
export function withoutHidden(text: string): string {
  const hidden = hiddenOf(text);
  return [...text].filter((_sign, at) => !hidden[at]).join("");
}

/** A text without blanks and what is hidden at its ends: where it was copied from, they stood around it. */
export function trimHidden(text: string): string {
  if (!HIDDEN.test(text)) return text.trim();
  const [signs, hidden] = [[...text], hiddenOf(text)];
  const isSeen = (sign: string, at: number) => !hidden[at] && sign.trim() !== "";
  return signs.slice(Math.max(0, signs.findIndex(isSeen)), signs.findLastIndex(isSeen) + 1).join("");
}

/** A text with a letter in the place of each joiner that is one. */
export function joinersAsLetters(text: string): string {
  return text.replace(JOINERS, (found) => "x".repeat([...found].length));
}

/** Tells for each character whether it is hidden. */
function hiddenOf(text: string): boolean[] {
  return HIDDEN.test(text) ? Array.from(joinersAsLetters(text), (sign) => HIDDEN.test(sign)) : [];
}

function asTags(letters: string): string {
  return Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
}

/** A text of another system as it may be shown and put into files: what nobody sees in it becomes a sign that is seen. */
export function madeVisible(text: string): string {
  return text.replace(UNSEEN, "\u{fffd}");
}
