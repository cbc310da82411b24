import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, type SqlDriverAdapter } from "@prisma/driver-adapter-utils";
import pg from "pg";

const CHAR = 18;
const TEXT = 25;

/** Part of each script's own transaction: a process killed after it leaves no migration that looks interrupted. */
const MARK_FINISHED = `do $$ begin
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1
    where finished_at is null and rolled_back_at is null;
  end if;
end $$`;

/**
 * Prisma's PostgreSQL adapter as migrations need it. The stock one cuts scripts at every semicolon, also inside
 * function bodies, opens its shadow database under the name of the real one, and does not know the type "char"
 * of PostgreSQL's own catalogue; this one sends a script whole, gives the shadow database its own pool, and
 * knows "char". `close` ends its connections: the engine does not.
 */
export class MigrationAdapter extends PrismaPg {
  /** The last error of the database: the engine drops its words. */
  fault: Error | null = null;
  readonly #url: string;
  readonly #open: SqlDriverAdapter[] = [];

  constructor(url: string) {
    super({ connectionString: url });
    this.#url = url;
  }

  override async connect() {
    const pool = new pg.Pool({ connectionString: this.#url, max: 1 });
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
    pool.query = ((...given: unknown[]) =>
      query(...given).catch((error: Error) => {
        this.fault = error;
        throw error;
      })) as unknown as typeof pool.query;
    const adapter = await openWhole(pool, async () => {});
    const run = adapter.executeScript.bind(adapter);
    adapter.executeScript = (script) => run(`${script}\n;\n${MARK_FINISHED}`);
    return this.#keep(adapter);
  }

  override async connectToShadowDb() {
    const database = `shadow_${crypto.randomUUID().replaceAll("-", "")}`;
    await once(this.#url, `create database ${database}`);
    const shadowUrl = new URL(this.#url);
    shadowUrl.pathname = `/${database}`;
    const pool = new pg.Pool({ connectionString: shadowUrl.href, max: 1 });
    return this.#keep(await openWhole(pool, () => once(this.#url, `drop database ${database} with (force)`)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map((adapter) => adapter.dispose()));
  }

  #keep<T extends SqlDriverAdapter>(adapter: T): T {
    this.#open.push(adapter);
    return adapter;
  }
}

async function openWhole(pool: pg.Pool, afterwards: () => Promise<void>) {
  pool.on("error", () => {});
  const adapter = await new PrismaPg(pool).connect();
  teachChar(adapter, pool);
  adapter.executeScript = async (script) => {
    await pool.query(script);
  };
  let disposed = false;
  adapter.dispose = async () => {
    if (disposed) return;
    disposed = true;
    await pool.end();
    await afterwards();
  };
  return adapter;
}

/** Passes PostgreSQL's own "char" through the adapter as text and names it afterwards. */
function teachChar(adapter: SqlDriverAdapter, pool: pg.Pool): void {
  const charColumns = new WeakMap<object, number[]>();
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...given: unknown[]) => {
    const result = await query(...given);
    const found = (result.fields ?? []).flatMap((field, at) => (field.dataTypeID === CHAR ? [at] : []));
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    if (found.length) charColumns.set(result.rows, found);
    return result;
  }) as unknown as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (given) => {
    const result = await queryRaw(given);
    for (const at of charColumns.get(result.rows) ?? []) result.columnTypes[at] = ColumnTypeEnum.Character;
    return result;
  };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
