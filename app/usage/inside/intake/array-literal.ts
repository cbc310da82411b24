type Item = string | number | bigint | boolean | null;

/**
 * A list as PostgreSQL writes arrays, for lists of thousands: the driver would look at each item in several ways. Numbers and
 * the like; texts that anybody may have sent go through `textArray`.
 */
export function plainArray(items: readonly Item[]): string {
  return `{${items.map((item) => item ?? "null").join(",")}}`;
}

export function textArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? "null" : quoted(item))).join(",")}}`;
}

const PLAIN = /^[\w.@/-]+$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
