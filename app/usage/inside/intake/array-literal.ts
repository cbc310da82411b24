type Item = string | number | bigint | boolean | null;

/**
 * Formats a list of thousands as a PostgreSQL array, because the driver would inspect each item several times. Use it
 * for numbers and similar values; texts from outside go through `textArray`.
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
