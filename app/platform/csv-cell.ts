import { madeVisible } from "./hidden-characters";

/** The value of a cell of a CSV file. Null is an empty cell; a time is ISO 8601 in UTC. */
export type CsvValue = string | number | bigint | boolean | Date | null;

/** The byte order mark at the start of CSV files for people. Without it Excel reads `ü` as `Ã¼` (decision 0390). */
export const CSV_MARK = "\u{feff}";

/** A time in epoch seconds, as a value of a cell. */
export function timeOf(epochSeconds: number | null): Date | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000);
}

/** One line of a CSV file (RFC 4180), its line break included. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: CsvValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? textCell(value) : String(value);
}

/**
 * Writes user text as a CSV cell. A text that begins like a formula gets an apostrophe in front, because a spreadsheet
 * would run it. Hidden characters, such as a sign that turns the direction, are made visible. Then quotes, commas and
 * line breaks are escaped.
 */
export function textCell(text: string): string {
  const seen = madeVisible(text);
  const harmless = /^(\s*[=+\-@]|[\t\r\n])/.test(seen) ? `'${seen}` : seen;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
