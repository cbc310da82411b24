import type pg from "pg";
import { connectAlone } from "./session";

/**
 * Changes a database that nobody else uses, in one transaction: an interruption leaves all former data in place.
 * With `analyze` the planner gets new figures after the commit.
 */
export async function changeAlone<T>(
  { url, signal, analyze = false }: { url: string; signal: AbortSignal; analyze?: boolean },
  change: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const cutting = new AbortController();
  const cut = () => cutting.abort(signal.reason);
  signal.addEventListener("abort", cut);
  signal.throwIfAborted();
  const client = await connectAlone(url, "millrace-restore", cutting.signal);
  try {
    await requireNobodyElse(client);
    await client.query("begin");
    const changed = await change(client);
    // An interrupted commit would have an unknown result.
    signal.throwIfAborted();
    signal.removeEventListener("abort", cut);
    await client.query("commit");
    if (analyze && !signal.aborted) await client.query("analyze");
    return changed;
  } finally {
    await client.end();
  }
}

async function requireNobodyElse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ who: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'a program') || ' at '
       || coalesce(host(client_addr), 'this machine') as who
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and coalesce(backend_type, 'client backend') = 'client backend'`,
  );
  if (rows.length > 0)
    throw new Error(
      `The database is in use by ${rows.map((row) => row.who).join(", ")}. Stop web, every worker and all else that uses it first.`,
    );
}
