/**
 * Reads a list that is too long for one answer, page by page. `read` returns the rows after a given row; an empty page
 * ends the list.
 */
export async function* allRows<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (!last) return;
  }
}
