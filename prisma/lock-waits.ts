import pg from "pg";

const LOOK_MS = 2_000;

/**
 * Reports whose locks the sessions of the database at `url` wait for, each holder once, until it is stopped: a start that
 * waits for a forgotten transaction must not look as if it hung.
 */
export function sayLockWaits(url: string, say: (line: string) => void): () => void {
  const said = new Set<number>();
  const look = async () => {
    for (const { pid, who } of await holdersIn(url)) {
      if (!said.has(pid))
        say(
          `Waiting for a lock that session ${pid} of the database holds (${who}). To end that session: select pg_terminate_backend(${pid});`,
        );
      said.add(pid);
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function holdersIn(url: string): Promise<{ pid: number; who: string }[]> {
  const client = new pg.Client({ connectionString: url, application_name: "millrace-lock-waits" });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number; who: string }>(
      `select distinct holder.pid, concat_ws(', ', nullif(holder.application_name, ''), holder.state) as who
       from pg_stat_activity waiting join pg_stat_activity holder on holder.pid = any(pg_blocking_pids(waiting.pid))
       where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
         and waiting.query_start < now() - interval '1 ms' * $1::int`,
      [LOOK_MS],
    );
    return rows;
  } finally {
    await client.end();
  }
}
