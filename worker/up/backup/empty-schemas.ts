import type pg from "pg";
import { SCHEMAS } from "./session";

/** The job queue creates its schema again on its own. */
const ALL = [...SCHEMAS, "graphile_worker"];
/** Leaves out objects that an extension brought. */
const NOT_OF_EXTENSION = `not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class o where relnamespace::regnamespace::text = any($1) and relkind in ('r', 'p', 'v', 'm', 'f')
       and ${NOT_OF_EXTENSION} limit 1`,
    [ALL],
  );
  return rowCount !== 0;
}

/** Drops all our tables, but not the schemas, which may belong to somebody else. */
export async function emptySchemas(client: pg.Client): Promise<void> {
  for (const list of [RELATIONS, ROUTINES, TYPES]) {
    const { rows } = await client.query<{ statement: string }>(list, [ALL]);
    for (const { statement } of rows) await client.query(statement);
  }
}

const RELATIONS = `select format('drop %s if exists %s cascade', case relkind when 'v' then 'view'
    when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end,
    o.oid::regclass) as statement
  from pg_class o where relnamespace::regnamespace::text = any($1) and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and ${NOT_OF_EXTENSION} order by relkind = 'S'`;
const ROUTINES = `select format('drop routine if exists %s cascade', o.oid::regprocedure) as statement
  from pg_proc o where pronamespace::regnamespace::text = any($1) and ${NOT_OF_EXTENSION}`;
const TYPES = `select format('drop type if exists %s cascade', o.oid::regtype) as statement
  from pg_type o where typnamespace::regnamespace::text = any($1) and typtype in ('e', 'c', 'd')
    and not exists (select from pg_class c where c.oid = o.typrelid and c.relkind <> 'c')
    and ${NOT_OF_EXTENSION}`;
