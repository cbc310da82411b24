import { z } from "zod";

/**
 * One field of a record. `sql` is its value in a statement whose `$1` is the present, by the record's aliases. What the
 * field means, with its unit, and an example stand in the type (`meta`), or, where several records share the name, in
 * `platform/http/openapi/words`.
 */
interface Field {
  type: z.ZodType;
  sql: string;
}

type Types<Fields extends Record<string, Field>> = { [Name in keyof Fields]: Fields[Name]["type"] };

/** What API, command line, live events and screens show of one thing, declared once. */
export interface RecordOf<Fields extends Record<string, Field>> {
  /** The SELECT list, by the names of the fields. */
  columns: string;
  /** The schema of the answer. A later version may add fields. */
  schema: z.ZodObject<Types<Fields>, z.core.$loose>;
}

/** A row of a record. */
export type Row<Of extends { schema: z.ZodType }> = z.output<Of["schema"]>;

/** Declares a record. A row that the database answers is the row that the API answers, without a step between. */
export function record<Fields extends Record<string, Field>>(fields: Fields): RecordOf<Fields> {
  return {
    columns: Object.entries(fields)
      .map(([name, { sql }]) => `${sql} as ${name}`)
      .join(", "),
    schema: z.looseObject(
      Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type])) as Types<Fields>,
    ),
  };
}
