import type { UserFilter } from "~/staff/user-filter";

/** Number of characters of an index word after the letter of its field (`user_words`). */
const PIECE = 3;

/** The pattern for `like`: the lower-cased text. Null: anything. */
export function likePattern(q: string): string | null {
  return q === "" ? null : `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * The words of a matching user, as a tsquery; null if the filter has none. They are necessary, not sufficient: another
 * text may hold the same pieces in other places.
 */
export function wordsQuery(filter: UserFilter): string | null {
  const facets = [
    ["R", filter.role],
    ["S", filter.state],
    ["P", filter.status],
    ["O", filter.source],
    ["C", filter.country],
    ["L", filter.list ?? ""],
  ] as const;
  const parts = facets.flatMap(([letter, value]) => (value === "" ? [] : [word(letter + value)]));
  if (filter.q !== "") parts.push(`(${filter.fields.map((field) => piecesOf(field, filter.q)).join(" | ")})`);
  return parts.length === 0 ? null : parts.join(" & ");
}

/** Returns the index pieces of a text; one shorter than three characters matches the beginning of any piece. */
function piecesOf(field: string, q: string): string {
  const letters = [...q.toLowerCase()];
  if (letters.length < PIECE) return `${word(field + letters.join(""))}:*`;
  const last = letters.length - PIECE;
  // Uses every third piece and the last one: together they contain each letter, and each further piece costs a long
  // list.
  const places = letters.map((_, at) => at).filter((at) => at <= last && (at % PIECE === 0 || at === last));
  const pieces = places.map((at) => letters.slice(at, at + PIECE).join(""));
  return `(${[...new Set(pieces)].map((piece) => word(field + piece)).join(" & ")})`;
}

function word(text: string): string {
  return `'${text.replace(/['\\]/g, "$&$&")}'`;
}
