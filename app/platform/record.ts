import { z } from "zod";

/**
 * One field of a record. `sql` is its value in a statement whose `$1` is the present, by the record's aliases, or
 * `COMPUTED`. What the field means, with its unit, and an example stand in the type (`meta`), or, where several records
 * share the name, in `platform/http/openapi/words`.
 */
interface Field {
  type: z.ZodType;
  sql: string;
}

/**
 * A field that SQL cannot say: the file of the record computes it from other columns of the row. The null keeps its place
 * in the answer.
 */
export const COMPUTED = "null" as const;

type Types<Fields extends Record<string, Field>> = { [Name in keyof Fields]: Fields[Name]["type"] };

/** What API, command line, live events and screens show of one thing, declared once. */
export interface RecordOf<Fields extends Record<string, Field>> {
  /** The SELECT list, by the names of the fields. */
  columns: string;
  /** The schema of the answer. A later version may add fields. */
  schema: z.ZodObject<Types<Fields>, z.core.$loose>;
  fields: Fields;
}

/** A row of a record. */
export type Row<Of extends { fields: Record<string, Field> }> = {
  [Name in keyof Of["fields"]]: z.output<Of["fields"][Name]["type"]>;
};

/** A row before its `COMPUTED` fields are there. */
export type Stored<Of extends { fields: Record<string, Field> }> = {
  [Name in keyof Of["fields"]]: Of["fields"][Name]["sql"] extends typeof COMPUTED ? unknown : Row<Of>[Name];
};

/** Declares a record. A row that the database answers is the row that the API answers, without a step between. */
export function record<Fields extends Record<string, Field>>(fields: Fields): RecordOf<Fields> {
  return {
    fields,
    columns: Object.entries(fields)
      .map(([name, { sql }]) => `${sql} as ${name}`)
      .join(", "),
    schema: z.looseObject(
      Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type])) as Types<Fields>,
    ),
  };
}

/** Whole seconds UTC since 1970 of a time (0.8); null where there is none. */
export const ts = (at: string) => `floor(extract(epoch from ${at}))::float8`;
/** The same; 0 where there is none. */
export const tsOrZero = (at: string) => `coalesce(${ts(at)}, 0)`;
/** A time in ISO 8601 UTC, to the second (0.8). */
export const utc = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
