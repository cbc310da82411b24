import { z } from "zod";
import type { Words } from "~/platform/http/openapi/words";

/**
 * One field of a record. `sql` is its value in a statement whose `$1` is the present, by the record's aliases, or
 * `COMPUTED`. If several records share a name, `platform/http/openapi/words` has its meaning.
 */
interface Field {
  type: z.ZodType;
  means?: Words;
  sql: string;
}

/** A field that SQL cannot express: the file of the record computes it, from further columns of its statement. */
export const COMPUTED = "null" as const;

type Types<Fields extends Record<string, Field>> = { [Name in keyof Fields]: Fields[Name]["type"] };

/** One declaration for everything that the API, command line, live events and screens show. */
export interface RecordOf<Fields extends Record<string, Field>> {
  /** The SELECT list, by the names of the fields. */
  columns: string;
  /** The schema of the answer. A later version may add fields. */
  schema: z.ZodObject<Types<Fields>, z.core.$loose>;
  /** The row without columns that are not fields. */
  only: (row: Row<{ fields: Fields }>) => Row<{ fields: Fields }>;
  fields: Fields;
}

/** A row of a record. */
export type Row<Of extends { fields: Record<string, Field> }> = z.output<
  z.ZodObject<Types<Of["fields"]>, z.core.$strip>
>;

/** A row before its `COMPUTED` fields are there. */
export type Stored<Of extends { fields: Record<string, Field> }> = {
  [Name in keyof Row<Of>]: Of["fields"][Name & string]["sql"] extends typeof COMPUTED ? unknown : Row<Of>[Name];
};

/** Declares a record. A row from the database is the row in the API, without a conversion in between. */
export function record<Fields extends Record<string, Field>>(fields: Fields): RecordOf<Fields> {
  return {
    fields,
    columns: Object.entries(fields)
      .map(([name, { sql }]) => `${sql} as ${name}`)
      .join(", "),
    schema: z.looseObject(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)])) as Types<Fields>,
    ),
    only: (row) =>
      Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof typeof row]])) as typeof row,
  };
}

function described({ type, means }: Field): z.ZodType {
  if (!means) return type;
  const [description, ...examples] = means;
  return type.meta(examples.length > 0 ? { description, examples } : { description });
}

/** Whole seconds UTC since 1970 of a time (0.8); null if there is none. */
export const ts = (at: string) => `floor(date_part('epoch', ${at}))`;
/** Epoch seconds of a time; 0 for null. */
export const tsOrZero = (at: string) => `coalesce(${ts(at)}, 0)`;
/** A time in ISO 8601 UTC, to the second (0.8). */
export const utc = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
