import pg from "pg";

/** Where the product keeps its tables. The job queue keeps none of its own: every job of ours looks for its work itself. */
export const SCHEMAS = ["public", "sandbox_stripe"];

/** A connection of its own, which nothing hurries: a large table takes its time. */
export async function connectAlone(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
  // What was running on it fails; without a listener the process would end without a word.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
  return client;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
