/** The rows of a list too long for one answer: `read` gives the next of them after a row, and none after the last. */
export async function* allRows<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (!last) return;
  }
}
