/**
 * Reads CSV according to RFC 4180, with or without a byte order mark: rows by the names in the first. @throws Error for
 * any other text.
 */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readRows(text.replace(/^\ufeff/, ""));
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`a row of ${cells.length} cells under ${names.length} names`);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

function readRows(text: string): string[][] {
  if (!text.endsWith("\r\n")) throw new Error("the last row does not end");
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    rows.push(cells);
    cells = [];
  }
  const length = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)].reduce(
    (sum, [all]) => sum + all.length,
    0,
  );
  if (length !== text.length) throw new Error(`the text is no CSV from ${text.slice(length, length + 40)} on`);
  return rows;
}
