import pg from "pg";
import { renew } from "../../../../worker/up/backup/renew";

/** SQL that runs for each of our tables as `t.name`, with `t.columns`. */
const forEachTable = (work: string) => `do $$ declare t record; begin
  for t in select quote_ident(c.relname) as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
  loop ${work} end loop; end $$`;

/** Copies of all rows in a schema of their own: a backup, without its files. */
export class SavedState {
  readonly #url: string;
  #madeAt = "";

  constructor(url: string) {
    this.#url = url;
  }

  async save(now: Date): Promise<void> {
    await this.#run(async (client) => {
      if (this.#madeAt === "") {
        await client.query(`create schema saved`);
        await client.query(
          forEachTable(`execute format('create unlogged table saved.%s as table public.%s', t.name, t.name);`),
        );
        await client.query(`create table saved."the sequences" as select ${SEQUENCES}`);
      } else {
        await client.query(
          forEachTable(`execute format('delete from saved.%s', t.name);
            execute format('insert into saved.%s table public.%s', t.name, t.name);`),
        );
        await client.query(`delete from saved."the sequences"`);
        await client.query(`insert into saved."the sequences" select ${SEQUENCES}`);
      }
    });
    this.#madeAt = now.toISOString();
  }

  /** Puts the rows back, as a restore does, whatever foreign keys and triggers say; and renews the epoch. */
  async restore(now: Date): Promise<void> {
    await this.#run(async (client) => {
      await client.query(`set local session_replication_role = replica`);
      await client.query(
        forEachTable(`execute format('delete from public.%s', t.name);
          execute format('insert into public.%s (%s) overriding system value select %s from saved.%s', t.name, t.columns, t.columns, t.name);`),
      );
      await client.query(`select setval(format('public.%I', name)::regclass, last) from saved."the sequences"`);
      await client.query(`set local session_replication_role = origin`);
      await renew(client, { madeAt: this.#madeAt, withoutSecret: false, now });
    });
  }

  async #run(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      await client.query(`begin`);
      await work(client);
      await client.query(`commit`);
    } finally {
      await client.end();
    }
  }
}

const SEQUENCES = `sequencename as name, last_value as last from pg_sequences
  where schemaname = 'public' and last_value is not null`;
