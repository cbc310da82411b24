import { CSV_MARK, csvLine, type CsvValue } from "~/platform/csv-cell";
import { M } from "~/messages";
import { log } from "./log.server";
import { fileInstead } from "./file-instead.server";
import { refusalPage } from "./refusal-page.server";
import { factsOf, type RouteArgs } from "./request-facts.server";
import { fileHeaders, streamText } from "./stream-text.server";

const LINES_PER_PIECE = 500;

/** A screen's table as a file. */
export interface CsvTable {
  heads: readonly string[];
  /** Each line has one value per head. */
  lines: Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>;
}

/** Computes the cell of a row below each head. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvValue>;

/** Declares a table. `rows` are read row by row, or by a function in one go, only when the file is requested. */
export function csvTable<Row>(
  rows: AsyncIterable<Row> | (() => Promise<Iterable<Row>>),
  columns: CsvColumns<Row>,
): CsvTable {
  const cells = Object.values(columns);
  const lines = async function* () {
    for await (const row of typeof rows === "function" ? await rows() : rows) yield cells.map((cell) => cell(row));
  };
  return { heads: Object.keys(columns), lines: lines() };
}

/**
 * Answers `?format=csv` on a screen's address with its table instead of the page, under the same filters. If a
 * screen has several tables, `&table=` names one; the first is the default. The loader calls this after its guard; it
 * throws the file if one is requested.
 */
export async function csvInstead(args: RouteArgs, tables: Record<string, () => CsvTable>): Promise<void> {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.get("format") !== "csv") return;
  const name = searchParams.get("table") ?? Object.keys(tables)[0] ?? "";
  const table = Object.hasOwn(tables, name) ? tables[name]?.() : undefined;
  if (!table) throw refusalPage(404, M.notFound);
  const facts = factsOf(args);
  const pieces = piecesOf(table);
  // A failure before the first row still gets an error page.
  const { value: first = "" } = await pieces.next();
  const body = streamText(
    (async function* () {
      yield first;
      try {
        yield* pieces;
      } catch (error) {
        log.error({ requestId: facts.requestId, err: error }, "a file broke off");
        throw error;
      }
    })(),
  );
  const headers = fileHeaders("text/csv; charset=utf-8", `millrace-${name}.csv`);
  throw await fileInstead(args, new Response(body, { headers }));
}

async function* piecesOf({ heads, lines }: CsvTable): AsyncGenerator<string, undefined> {
  let piece = CSV_MARK + csvLine(heads);
  let count = 0;
  for await (const line of lines) {
    piece += csvLine(line);
    if (++count % LINES_PER_PIECE > 0) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}
