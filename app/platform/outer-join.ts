/** The row of the other table in an outer join, or only nulls. */
export type OrNulls<Row> = { [Name in keyof Row]: Row[Name] | null };

/** Checks whether the other table had a row, by a column of it that is never null. */
export function isJoined<Row>(row: OrNulls<Row>, by: keyof Row): row is OrNulls<Row> & Row {
  return row[by] !== null;
}
