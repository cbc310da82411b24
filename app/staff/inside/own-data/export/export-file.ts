import { CSV_MARK, type CsvValue, csvLine } from "~/platform/csv-cell";

/** Values of an exported field. */
export type ExportValue = CsvValue | readonly string[];

/** The user whose data is exported, and their tenants. */
export interface Owner {
  userId: number;
  tenantIds: readonly number[];
}

/** One list of an export, as JSON and as CSV. Each format reads the rows again. */
export interface ExportFile {
  name: string;
  /** Description of the list in the export. */
  about: string;
  json: (owner: Owner) => AsyncGenerator<string>;
  csv: (owner: Owner) => AsyncGenerator<string>;
}

const ROWS_PER_PIECE = 200;

/** Defines a list by its fields in order; `rows` reads pages. */
export function exportFile<Row extends object>(
  name: string,
  about: string,
  fields: readonly (keyof Row & string)[],
  rows: (owner: Owner) => AsyncIterable<Row>,
): ExportFile {
  const valueOf = (row: Row, field: keyof Row) => row[field] as ExportValue;
  return {
    name,
    about,
    json: (owner) => jsonOf(rows(owner), (row) => Object.fromEntries(fields.map((f) => [f, asJson(valueOf(row, f))]))),
    csv: (owner) => csvOf(fields, rows(owner), (row) => fields.map((field) => asCell(valueOf(row, field)))),
  };
}

/** 64-bit numbers become strings: JSON numbers would lose digits. */
function asJson(value: ExportValue): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function asCell(value: ExportValue): CsvValue {
  return Array.isArray(value) ? value.join(" ") : (value as CsvValue);
}

async function* jsonOf<Row>(rows: AsyncIterable<Row>, object: (row: Row) => object): AsyncGenerator<string> {
  let [piece, count] = ["[", 0];
  for await (const row of rows) {
    piece += `${count === 0 ? "\n" : ",\n"}${JSON.stringify(object(row))}`;
    if (++count % ROWS_PER_PIECE > 0) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}\n]\n`;
}

async function* csvOf<Row>(
  heads: readonly string[],
  rows: AsyncIterable<Row>,
  cells: (row: Row) => CsvValue[],
): AsyncGenerator<string> {
  let [piece, count] = [CSV_MARK + csvLine(heads), 0];
  for await (const row of rows) {
    piece += csvLine(cells(row));
    if (++count % ROWS_PER_PIECE > 0) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}
