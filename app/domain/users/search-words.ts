import type { UserFilter } from "./user-filter";

/** How many characters a word of the index has, behind the letter of its field (`user_words`). */
const PIECE = 3;

/** What `like` looks for: the text as it is, in small letters. Null: anything. */
export function likePattern(q: string): string | null {
  return q === "" ? null : `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * The words that a wanted user has, as a tsquery; null where the filter has none. They are necessary and not enough: the
 * pieces of a text may stand apart in another one.
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

/** Of a text of three characters or more its own pieces; a shorter one begins a piece wherever it stands. */
function piecesOf(field: string, q: string): string {
  const letters = [...q.toLowerCase()];
  if (letters.length < PIECE) return `${word(field + letters.join(""))}:*`;
  const last = letters.length - PIECE;
  // One after the other, and the last one: together they have each letter, and each piece more is a long list to read.
  const places = letters.map((_, at) => at).filter((at) => at <= last && (at % PIECE === 0 || at === last));
  const pieces = places.map((at) => letters.slice(at, at + PIECE).join(""));
  return `(${[...new Set(pieces)].map((piece) => word(field + piece)).join(" & ")})`;
}

function word(text: string): string {
  return `'${text.replace(/['\\]/g, "$&$&")}'`;
}
