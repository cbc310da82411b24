import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { readMigrations } from "../../prisma/engine";

/**
 * Gives an empty database the tables of a Millrace with the first `count` migrations; returns the names of all
 * migrations.
 */
export async function atMigration(url: string, count: number): Promise<string[]> {
  const all = readMigrations().migrationDirectories;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `create table _prisma_migrations (id varchar(36) primary key, checksum varchar(64) not null,
         finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
         started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`,
    );
    for (const { path, migrationFile } of all.slice(0, count)) {
      const { content } = migrationFile;
      if (content.tag !== "ok") throw new Error(`the migration ${path} cannot be read`);
      await client.query(content.value);
      await client.query(
        `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         values ($1, $2, now(), $3, 1)`,
        [randomUUID(), createHash("sha256").update(content.value).digest("hex"), path],
      );
    }
    return all.map(({ path }) => path);
  } finally {
    await client.end();
  }
}
