/**
 * A table that adds up another one, so that no screen reads what grows for ever (decision 0430). Its declaration says what a row
 * is; the texts of statements below write, check, rebuild and prune it. Where they take `rows`, it may stand behind `from`.
 */
export interface KeptSum {
  table: string;
  /** Columns of time that name a row: `grain` and `at`, a day, or none. */
  grain: readonly string[];
  /** The other columns that name a row. Writers lock rows in the order of both, so that no two wait for each other. */
  key: readonly string[];
  /** Columns that add up, each with what makes it of the source. */
  sums: Readonly<Record<string, string>>;
  /** Columns that keep the largest; null where the source said nothing. */
  maxes: Readonly<Record<string, string>>;
}

export const keysOf = (sum: KeptSum) => [...sum.grain, ...sum.key].join(", ");
const namesOf = (sum: KeptSum) => [...Object.keys(sum.sums), ...Object.keys(sum.maxes)];
export const figuresOf = (sum: KeptSum) => namesOf(sum).join(", ");

/** Makes rows of those of the source, which has the columns of the key. */
export const summed = (sum: KeptSum, rows: string) => `
  select ${keysOf(sum)},
    ${[...Object.entries(sum.sums), ...Object.entries(sum.maxes)].map(([name, made]) => `${made} as ${name}`).join(", ")}
  from ${rows} group by ${keysOf(sum)}`;

/** Makes rows of rows that are summed already. */
export const merged = (sum: KeptSum, rows: string) => `
  select ${keysOf(sum)}, ${[
    ...Object.keys(sum.sums).map((name) => `sum(${name})::bigint as ${name}`),
    ...Object.keys(sum.maxes).map((name) => `max(${name}) as ${name}`),
  ].join(", ")}
  from ${rows} group by ${keysOf(sum)}`;

/** The same over a longer time, which `grain` says as SQL. */
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

/** Differences that a statement lists; more of them have one cause. */
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
 * The checker: compares rows as they should be with those that are kept, one line for each figure that differs. `named` are
 * columns that say whose it is.
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

/** The rebuild: removes the rows that `where` says, and writes them as they should be. Two statements of one transaction. */
export const removing = (sum: KeptSum, where: string) => `delete from ${sum.table} where ${where}`;

/** The pruner: removes $1 of the rows that `where` says, and answers how many. Its locks are short. */
export const removingSome = (sum: KeptSum, where: string) => `
  with gone as (
    delete from ${sum.table} where ${where} and ctid = any(array(select ctid from ${sum.table} where ${where} limit $1)) returning 1)
  select count(*)::int as rows from gone`;

/** The pruner of sums that stay for ever: merges the rows that `where` says into those of a longer unit of time. */
export const merging = (sum: KeptSum, unit: string, where: string) => `
  with gone as (
    delete from ${sum.table} where ${where} and ${sum.grain.join("")} <> date_trunc('${unit}', ${sum.grain.join("")}, 'UTC')
    returning date_trunc('${unit}', ${sum.grain.join("")}, 'UTC') as ${sum.grain.join("")},
      ${sum.key.join(", ")}, ${figuresOf(sum)})
  ${adding(sum, `(${merged(sum, "gone")}) longer`)}`;
