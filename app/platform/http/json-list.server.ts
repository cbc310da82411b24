import { streamText } from "./stream-text.server";

const AT_ONCE = 200;

/** Streams a long list as a bare array, with the number of rows in `X-Total-Count`. */
export function jsonList<Row>(rows: readonly Row[], toMember: (row: Row) => object, given: Headers): Response {
  const headers = new Headers(given);
  headers.set("Content-Type", "application/json");
  headers.set("X-Total-Count", String(rows.length));
  return new Response(streamText(piecesOf(rows, toMember)), { headers });
}

function* piecesOf<Row>(rows: readonly Row[], toMember: (row: Row) => object): Generator<string> {
  yield "[";
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map((row) => JSON.stringify(toMember(row)));
    yield (from === 0 ? "" : ",") + some.join(",");
  }
  yield "]";
}
