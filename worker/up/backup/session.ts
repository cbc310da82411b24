import pg from "pg";

const CONNECT_WITHIN_MS = 10_000;

/** The schemas of the product's tables. The job queue's tables are left out: every job of ours looks for its work itself. */
export const SCHEMAS = ["public", "sandbox_stripe"];

/** A connection of its own, which nothing hurries: a large table takes its time. `signal` cuts it, whatever runs on it. */
export async function connectAlone(url: string, name: string, signal: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // What was running on it fails; without a listener the process would end without a word.
  client.on("error", () => {});
  signal.throwIfAborted();
  const cut = new Promise<never>((_, reject) => {
    const end = () => {
      // Who is still being connected to when it is ended never answers.
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
  return client;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
