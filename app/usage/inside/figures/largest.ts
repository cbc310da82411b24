/** Long lists end in one row for the rest: (A3) in JSON, (A13) on screens. */
export const OTHERS = "others";
export const OTHER = "Other";
export const MODELS_SHOWN = 10;
/** Names in a list: the default and the maximum (A3). */
export const LARGEST = 200;
export const LARGEST_MAX = 1000;

/** The names with the largest values, largest first, up to a limit; equal ones by name. */
export function largestOf(sums: ReadonlyMap<string, number>, most = MODELS_SHOWN): string[] {
  return [...sums]
    .sort(([one, sum], [other, otherSum]) => otherSum - sum || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}

interface ListRule<Row> {
  nameOf: (row: Row) => string;
  /** Value by which rows are ranked. */
  sizeOf: (row: Row) => number;
  most?: number;
  /** Name of the row that sums all others. */
  rest?: typeof OTHERS | typeof OTHER;
}

/**
 * The name under which each row is listed: its own, or that of the rest (A3). If a model is itself called `others` (the
 * intake keeps a thousand names), its events belong to the rest, so that no list has two rows of that name.
 */
export function namesInList<Row>(rows: readonly Row[], rule: ListRule<Row>): (row: Row) => string {
  const { nameOf, sizeOf, most = LARGEST, rest = OTHERS } = rule;
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + sizeOf(row));
  sums.delete(OTHERS);
  sums.delete(rest);
  const shown = new Set(largestOf(sums, most));
  return (row) => (shown.has(nameOf(row)) ? nameOf(row) : rest);
}

/** Keeps a list's own order with one row per name, and merges all names outside the largest into a last row (A3). */
export function endInRest<Row>(
  rows: readonly Row[],
  rule: ListRule<Row> & { restOf: (others: readonly Row[], name: string) => Row },
): Row[] {
  const { rest = OTHERS } = rule;
  const listedAs = namesInList(rows, rule);
  const others = rows.filter((row) => listedAs(row) === rest);
  const shown = rows.filter((row) => listedAs(row) !== rest);
  return others.length === 0 ? shown : [...shown, rule.restOf(others, rest)];
}
