import { z } from "zod";

/**
 * One field of a record. `sql` is its value by the record's aliases, in a statement whose `$1` is the present. The
 * meaning, with its unit, and an example stand in the type (`meta`). Where several records share the name, they stand
 * in `platform/http/openapi/words`.
 */
interface Field {
  type: z.ZodType;
  sql: string;
}

type Types<Fields extends Record<string, Field>> = { [Name in keyof Fields]: Fields[Name]["type"] };

/** One declaration for everything that the API, command line, live events and screens show. */
export interface RecordOf<Fields extends Record<string, Field>> {
  /** The SELECT list, by the names of the fields. */
  columns: string;
  /** The schema of the answer. A later version may add fields. */
  schema: z.ZodObject<Types<Fields>, z.core.$loose>;
}

export type Row<Of extends { schema: { shape: Record<string, z.ZodType> } }> = {
  [Name in keyof Of["schema"]["shape"]]: z.output<Of["schema"]["shape"][Name]>;
};

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

/** Whole seconds UTC since 1970 of a time (0.8); null where there is none. */
export const ts = (at: string) => `floor(extract(epoch from ${at}))::float8`;
/** Epoch seconds of a time; 0 for null. */
export const tsOrZero = (at: string) => `coalesce(${ts(at)}, 0)`;
