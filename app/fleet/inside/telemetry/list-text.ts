/** Lists of numbers as the database writes them. The driver's own reading of lists takes ten times as long. */

type List = (number | null)[];

/** Reads `{1,NULL,2}`. */
export function readList(text: string): List {
  return JSON.parse(`[${text.slice(1, -1).replaceAll("NULL", "null")}]`) as List;
}

export function readErrors(text: string | null): List | null {
  return text === null ? null : readList(text);
}

export function listText(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}
