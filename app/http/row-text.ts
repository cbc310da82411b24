declare const of: unique symbol;

/** Rows that all have the same fields, as the text `toRowText` makes of them. */
export type RowText<Row> = string & { readonly [of]: Row };

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Fields that are always there and the same behind JSON: no `undefined`, no `Date`, no `bigint`. */
type Plain<Row> = { [Field in keyof Row]-?: Json };

/**
 * A long list for a page's data: the names of the fields once, then each row's values. Remix writes and reads every
 * value of a page's data by itself; of 50 tasks that took as long as reading them from the database (decision 0097).
 */
export function toRowText<Row extends Plain<Row>>(rows: readonly Row[]): RowText<Row> {
  const fields = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return JSON.stringify([fields, ...rows.map((row) => fields.map((field) => row[field]))]) as RowText<Row>;
}

export function fromRowText<Row>(text: RowText<Row>): Row[] {
  const [fields = [], ...rows] = JSON.parse(text) as [(keyof Row)[], ...Row[keyof Row][][]];
  return rows.map((values) => Object.fromEntries(fields.map((field, at) => [field, values[at]])) as Row);
}
