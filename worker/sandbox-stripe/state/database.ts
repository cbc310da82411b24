import pg from "pg";
import type { Kept, Store } from "./store";

export const MAKE = `
  create schema if not exists sandbox_stripe;
  create table if not exists sandbox_stripe.object (
    id text primary key,
    kind text not null,
    position bigint generated always as identity,
    data jsonb not null
  )`;
const SAVE = `
  insert into sandbox_stripe.object (id, kind, data)
  select data ->> 'id', data ->> 'object', data
  from jsonb_array_elements($1::jsonb) with ordinality as given (data, place) order by place
  on conflict (id) do update set data = excluded.data`;
const REMOVE = "delete from sandbox_stripe.object where id = any($1)";

export interface Database {
  load(store: Store): Promise<void>;
  /** Writes all changes since the last call; failed writes are repeated the next time. */
  flush(store: Store): Promise<void>;
  close(): Promise<void>;
}

/** Keeps objects over a restart, in their own schema, separate from the product's tables. */
export async function openDatabase(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The next query replaces a connection that was lost while idle.
  pool.on("error", () => {});
  await pool.query(MAKE);
  let writing: Promise<void> = Promise.resolve();
  const write = async (store: Store): Promise<void> => {
    const changes = store.takeChanges();
    if (changes.saved.length + changes.removed.length === 0) return;
    try {
      await inTransaction(pool, async (client) => {
        if (changes.removed.length > 0) await client.query(REMOVE, [changes.removed]);
        if (changes.saved.length > 0) await client.query(SAVE, [JSON.stringify(changes.saved)]);
      });
    } catch (error) {
      store.giveBack(changes);
      throw error;
    }
  };
  return {
    load: async (store) => {
      const { rows } = await pool.query<{ data: Kept }>("select data from sandbox_stripe.object order by position");
      for (const { data } of rows) store.load(data);
    },
    flush: (store) => {
      const mine = writing.then(() => write(store));
      writing = mine.catch(() => {});
      return mine;
    },
    close: async () => {
      await writing;
      await pool.end();
    },
  };
}

export const noDatabase: Database = {
  load: async () => {},
  flush: async (store) => void store.takeChanges(),
  close: async () => {},
};

async function inTransaction(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query("begin");
    await run(client);
    await client.query("commit");
  } catch (error) {
    lost = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection with an error is not used again.
    client.release(lost);
  }
}
