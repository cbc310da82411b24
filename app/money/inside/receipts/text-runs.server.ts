import { type FontName, fontOf } from "./fonts.server";

/** A piece of a line in one font and direction, in visual order. */
interface TextRun {
  text: string;
  font: FontName;
}

/** Right-to-left letters, and characters between two of them. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}](?:[^\p{L}\p{N}]*[\p{Script=Hebrew}\p{Script=Arabic}])*/gu;
const STRONG = /[\p{L}]/u;

/**
 * Splits a line into pieces to draw from left to right. A letter that no font has becomes a question mark, since a PDF
 * reader would show a box or nothing.
 */
export function textRuns(line: string, bold = false): TextRun[] {
  if (!startsFromRight(line)) return directions(line).flatMap((part) => inFonts(part, bold));
  const mirrored = directions(line).reverse();
  return mirrored.flatMap((part) => inFonts(part.replace(/^(\s*)(.*?)(\s*)$/u, "$3$2$1"), bold));
}

function directions(line: string): string[] {
  const parts: string[] = [];
  let last = 0;
  for (const match of line.matchAll(RIGHT_TO_LEFT)) {
    parts.push(line.slice(last, match.index), match[0]);
    last = match.index + match[0].length;
  }
  return [...parts, line.slice(last)].filter((part) => part !== "");
}

/** Uses one font if it has all letters, otherwise goes letter by letter. */
function inFonts(text: string, bold: boolean): TextRun[] {
  const font = fontOf(text, bold);
  if (font) return [{ text, font }];
  const runs: TextRun[] = [];
  for (const letter of text) {
    const known = fontOf(letter, bold);
    const next: TextRun = known ? { text: letter, font: known } : { text: "?", font: "Helvetica" };
    const last = runs.at(-1);
    if (last?.font === next.font) last.text += next.text;
    else runs.push(next);
  }
  return runs;
}

function startsFromRight(line: string): boolean {
  const first = STRONG.exec(line)?.[0] ?? "";
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(first);
}
