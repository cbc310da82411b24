import pg from "pg";

const CONNECT_WITHIN_MS = 10_000;

/** Schemas of the product's tables. The job queue's tables are omitted: every job finds its work itself. */
export const SCHEMAS = ["public", "sandbox_stripe"];

/** Opens a separate connection without time limits, for large tables. `signal` ends it with any running statement. */
export async function connectAlone(url: string, name: string, signal: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // Running statements fail; without a listener the process would end silently.
  client.on("error", () => {});
  signal.throwIfAborted();
  const cut = new Promise<never>((_, reject) => {
    const end = () => {
      // A connection that is ended while it connects never answers.
      reject(signal.reason as Error);
      void client.end().catch(() => {});
    };
    signal.addEventListener("abort", end, { once: true });
  });
  cut.catch(() => {});
  try {
    await Promise.race([client.connect(), cut]);
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
  // Rows are written in the form of these settings, which the other database may not share.
  await client.query("set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1");
  return client;
}

/** Reads the database's time, which counts (decision 0490): this machine's clock may be wrong. */
export async function databaseTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
  const [row] = rows;
  if (!row) throw new Error("The database does not tell its time.");
  return row.now;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Checks for a table or its column, which a database of an older program may lack. */
export async function exists(client: pg.Client, table: string, column = "*"): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = to_regclass($1) and ($2 = '*' or attname = $2) limit 1`,
    [table, column],
  );
  return rows.length > 0;
}
