import type pg from "pg";
import type { Column } from "./describe";
import type { Facts } from "./nullable";

/** The JavaScript form of a type: a word of `typeof`, a class, any JSON, a list of one of these, or nothing to read. */
export type Kind = "string" | "number" | "bigint" | "boolean" | "Date" | "Buffer" | "json" | "void" | { listOf: Kind };

export interface Catalogue {
  /** The kind of value that the connection's own parsers produce. */
  kindOf(type: number, parsers: pg.CustomTypesConfig): Kind;
  nameOf(type: number): string;
  /** The type's name in SQL. */
  writtenName(type: number): string;
  facts: Facts;
  /** The texts that a check of its table allows; null if it allows any. */
  allowed(column: Column): string[] | null;
}

/** A text that PostgreSQL might send, by the category of the type. */
const SAMPLES: Record<string, string> = { N: "1", B: "t", S: "x", D: "2026-11-22 10:00:00+00", U: "x" };

interface TypeRow {
  oid: number;
  name: string;
  written: string;
  category: string;
  element: number;
}

interface FunctionRow {
  oid: number;
  strict: boolean;
  counts: boolean;
}

interface ColumnRow {
  table: number;
  number: number;
  nullable: boolean;
  check: string | null;
}

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<TypeRow>(
    `select oid, typname as name, format_type(oid, null) as written, typcategory as category, typelem as element from pg_type`,
  );
  const functions = await client.query<FunctionRow>(
    `select oid, proisstrict as strict, proname in ('count', 'regr_count') as counts from pg_proc`,
  );
  const columns = await client.query<ColumnRow>(
    `select attrelid as table, attnum as number, not attnotnull and relkind in ('r', 'p') as nullable,
       (select pg_get_constraintdef(c.oid) from pg_constraint c where c.conrelid = attrelid and contype = 'c'
          and conkey = array[attnum] and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[''%') as check
     from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0`,
  );
  const typeOf = new Map(types.rows.map((row) => [row.oid, row]));
  const columnOf = new Map(columns.rows.map((row) => [`${row.table} ${row.number}`, row]));
  const functionOf = new Map(functions.rows.map((row) => [row.oid, row]));
  const standing = (column: Pick<Column, "table" | "number">) => columnOf.get(`${column.table} ${column.number}`);
  return {
    kindOf: (type, parsers) => kindOf(typeOf, type, parsers),
    writtenName: (type) => typeOf.get(type)?.written ?? "",
    nameOf: (type) => typeOf.get(type)?.name ?? String(type),
    facts: {
      mayBeNull: (column) => standing(column)?.nullable ?? false,
      isStrict: (oid) => functionOf.get(oid)?.strict ?? false,
      countsRows: (oid) => functionOf.get(oid)?.counts ?? false,
    },
    allowed: (column) => wordsOf(standing(column)?.check ?? null),
  };
}

function kindOf(typeOf: ReadonlyMap<number, TypeRow>, oid: number, parsers: pg.CustomTypesConfig): Kind {
  const type = typeOf.get(oid);
  if (!type) throw new Error(`the database has no type ${oid}`);
  if (type.name === "void") return "void";
  if (type.name === "json" || type.name === "jsonb") return "json";
  const parse = parsers.getTypeParser(oid, "text") as (text: string) => unknown;
  if (type.category !== "A") return kindOfValue(parse(SAMPLES[type.category] ?? ""));
  const element = typeOf.get(type.element);
  if (element?.name.startsWith("json")) return { listOf: "json" };
  const list = parse(`{"${SAMPLES[element?.category ?? ""] ?? ""}"}`);
  return Array.isArray(list) ? { listOf: kindOfValue(list[0]) } : kindOfValue(list);
}

function kindOfValue(value: unknown): Kind {
  if (value instanceof Date) return "Date";
  if (Buffer.isBuffer(value)) return "Buffer";
  const kind = typeof value;
  if (kind === "string" || kind === "number" || kind === "bigint" || kind === "boolean") return kind;
  throw new Error(`a column of this type arrives as ${kind}: say in catalogue.ts what it is`);
}

/** `state in ('a', 'b')`, as the database writes it. */
function wordsOf(check: string | null): string[] | null {
  const list = check && /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check)?.[1];
  return list ? [...list.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? "") : null;
}
