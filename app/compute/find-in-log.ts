/** A part of a line; `match` counts the matches of the whole log from 0, null for unmatched text. */
interface TextPart {
  text: string;
  match: number | null;
}

export interface FoundLine<Line> {
  line: Line;
  parts: TextPart[];
}

/** Marks the matches in every line, ignoring case; `matches` is their total number. */
export function findInLog<Line extends { text: string }>(
  lines: readonly Line[],
  wanted: string,
): { found: FoundLine<Line>[]; matches: number } {
  let matches = 0;
  const found = lines.map((line) => {
    const parts = wanted === "" ? [{ text: line.text, match: null }] : split(line.text, wanted, matches);
    matches += parts.filter((part) => part.match !== null).length;
    return { line, parts };
  });
  return { found, matches };
}

function split(text: string, wanted: string, first: number): TextPart[] {
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const parts: TextPart[] = [];
  let from = 0;
  let match = first;
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    if (index > from) parts.push({ text: text.slice(from, index), match: null });
    parts.push({ text: hit, match });
    match += 1;
    from = index + hit.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), match: null });
  return parts;
}
