/**
 * A table of sums over another table, so that no screen reads a table that grows for ever (decision 0430). The
 * declaration describes a row; the statements below write, check, rebuild and prune it. `rows` is SQL that may follow
 * `from`.
 */
export interface KeptSum {
  table: string;
  /** Columns of time that name a row: `grain` and `at`, a day, or none. */
  grain: readonly string[];
  /** The other columns of the row's key. Writers lock rows in the order of both, so that no two wait for each other. */
  key: readonly string[];
  /** Columns that add up, each with its SQL over the source. */
  sums: Readonly<Record<string, string>>;
  /** Columns that keep the maximum; null if the source had no value. */
  maxes: Readonly<Record<string, string>>;
}

export const keysOf = (sum: KeptSum) => [...sum.grain, ...sum.key].join(", ");
const namesOf = (sum: KeptSum) => [...Object.keys(sum.sums), ...Object.keys(sum.maxes)];
export const figuresOf = (sum: KeptSum) => namesOf(sum).join(", ");

/** Sums rows of the source, which has the columns of the key. */
export const summed = (sum: KeptSum, rows: string) => `
  select ${keysOf(sum)},
    ${[...Object.entries(sum.sums), ...Object.entries(sum.maxes)].map(([name, made]) => `${made} as ${name}`).join(", ")}
  from ${rows} group by ${keysOf(sum)}`;

/** Merges rows that are already summed. */
export const merged = (sum: KeptSum, rows: string) => `
  select ${keysOf(sum)}, ${[
    ...Object.keys(sum.sums).map((name) => `sum(${name})::bigint as ${name}`),
    ...Object.keys(sum.maxes).map((name) => `max(${name}) as ${name}`),
  ].join(", ")}
  from ${rows} group by ${keysOf(sum)}`;

/** Merges rows over a longer unit of time, which `grain` gives as SQL. */
export const mergedOver = (grain: string, sum: KeptSum, rows: string) =>
  merged(
    sum,
    `(select ${grain}::text as grain, date_trunc(${grain}, at, 'UTC') as at, ${sum.key.join(", ")}, ${figuresOf(sum)} from ${rows}) shorter`,
  );

/** The writer: adds rows to those that are kept. */
export const adding = (sum: KeptSum, rows: string) => `
  insert into ${sum.table} as kept (${keysOf(sum)}, ${figuresOf(sum)})
  select ${keysOf(sum)}, ${figuresOf(sum)} from ${rows} order by ${keysOf(sum)}
  on conflict (${keysOf(sum)}) do update set ${[
    ...Object.keys(sum.sums).map((name) => `${name} = kept.${name} + excluded.${name}`),
    ...Object.keys(sum.maxes).map((name) => `${name} = greatest(kept.${name}, excluded.${name})`),
  ].join(", ")}`;

/** Differences that a check lists; if there are more, they share a cause. */
export const MOST_SHOWN = 20;

const asJson = (sum: KeptSum, row: string) =>
  `jsonb_build_object(${namesOf(sum)
    .map((name) => `'${name}', coalesce(${row}.${name}::text, '0')`)
    .join(", ")})`;
const asRow = (sum: KeptSum, row: string) =>
  `(${namesOf(sum)
    .map((name) => `${row}.${name}`)
    .join(", ")})`;

/**
 * The checker: compares expected rows with stored ones, one line per figure that differs. The columns in `named`
 * identify the row.
 */
export const differing = (
  sum: KeptSum,
  made: string,
  kept: string,
  named: string,
  most: number | "all" = MOST_SHOWN,
) => `
  with made as (${made}), kept as (${kept})
  select ${named}, coalesce(m.key, '') as column, coalesce(m.value, '') as made, coalesce(k.value, '') as kept
  from made full join kept using (${keysOf(sum)})
  cross join lateral jsonb_each_text(${asJson(sum, "made")}) m
  join lateral jsonb_each_text(${asJson(sum, "kept")}) k on k.key = m.key and k.value <> m.value
  where ${asRow(sum, "made")} is distinct from ${asRow(sum, "kept")}
  order by 1, 2, 3, 4 limit ${most}`;

/**
 * The rebuild: deletes the rows that match `where` and writes the expected ones. Run both statements in one
 * transaction.
 */
export const removing = (sum: KeptSum, where: string) => `delete from ${sum.table} where ${where}`;

/** The pruner: deletes up to $1 rows that match `where` and returns their number. It holds its locks briefly. */
export const removingSome = (sum: KeptSum, where: string) => `
  with gone as (
    delete from ${sum.table} where ${where} and ctid = any(array(select ctid from ${sum.table} where ${where} limit $1)) returning 1)
  select count(*)::int as rows from gone`;

/** The pruner of sums that stay for ever: merges the rows that match `where` into rows of a longer unit of time. */
export const merging = (sum: KeptSum, unit: string, where: string) => `
  with gone as (
    delete from ${sum.table} where ${where} and ${sum.grain.join("")} <> date_trunc('${unit}', ${sum.grain.join("")}, 'UTC')
    returning date_trunc('${unit}', ${sum.grain.join("")}, 'UTC') as ${sum.grain.join("")},
      ${sum.key.join(", ")}, ${figuresOf(sum)})
  ${adding(sum, `(${merged(sum, "gone")}) longer`)}`;
