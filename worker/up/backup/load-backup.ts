import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readMigrations } from "../../../prisma/engine";
import { MERGED_INTO_FIRST } from "../../../prisma/first-day";
import { MAKE as MAKE_SANDBOX } from "../../sandbox-stripe/state/database";
import { changeAlone } from "./change-alone";
import type { Manifest } from "./manifest";
import { databaseTime, quoted, SCHEMAS } from "./session";
import { emptySchemas, hasTables } from "./empty-schemas";
import { renew } from "./renew";

interface Wish {
  url: string;
  folder: string;
  manifest: Manifest;
  /** True if existing data may be replaced. */
  replace: boolean;
  /** True if encrypted data may be lost. */
  withoutSecret: boolean;
  /** Aborts, unless only the commit is left. */
  signal: AbortSignal;
}

/** Restores the database from a backup. Only the epoch and its consequences are new. */
export async function loadBackup(wish: Wish): Promise<void> {
  const { url, folder, manifest, replace, withoutSecret, signal } = wish;
  const scripts = scriptsOf(manifest);
  await changeAlone({ url, signal, analyze: true }, async (client) => {
    if (await hasTables(client)) {
      if (!replace) throw new Error("The database is not empty. With --replace everything in it is replaced.");
      await emptySchemas(client);
    }
    await client.query("set local search_path = public");
    for (const script of [...scripts, ...sandboxOf(manifest)]) await client.query(script);
    for (const day of manifest.usage_days) await client.query("select ensure_usage_day($1)", [day]);
    const keys = await liftForeignKeys(client);
    for (const table of manifest.tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
    await client.query(`truncate ${manifest.tables.map(quoted).join(", ")}`);
    for (const table of manifest.tables) await loadTable(client, { folder, table, signal });
    for (const table of manifest.tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
    for (const key of keys) await client.query(key);
    for (const sequence of manifest.sequences)
      await client.query("select setval($1::regclass, $2)", [quoted(sequence), sequence.last]);
    await renew(client, { madeAt: manifest.made_at, withoutSecret, now: await databaseTime(client) });
  });
}

/** The schema as it was then; what has been added since is migrated by the next start. */
function scriptsOf(manifest: Manifest): string[] {
  const migrations = manifest.migrations.filter((name) => !MERGED_INTO_FIRST.includes(name));
  const known = new Map(
    readMigrations().migrationDirectories.map(({ path, migrationFile }) => [path, migrationFile.content.value]),
  );
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`The backup is of a newer Millrace than this one: it does not know ${unknown.join(", ")}.`);
  return [MIGRATIONS_TABLE, ...migrations.map((name) => known.get(name) ?? "")];
}

/** The table in Prisma's form. */
const MIGRATIONS_TABLE = `create table _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

function sandboxOf({ tables }: Manifest): string[] {
  return tables.some((table) => table.schema === "sandbox_stripe") ? [MAKE_SANDBOX] : [];
}

/**
 * Removes foreign keys: rows come table by table, and their references are checked at the end. Returns the SQL that
 * restores the keys.
 */
async function liftForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where contype = 'f' and n.nspname = any($1)`,
    [SCHEMAS],
  );
  for (const key of rows) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  return rows.map((key) => `alter table ${key.table} add constraint ${key.name} ${key.definition}`);
}

async function loadTable(
  client: pg.Client,
  { folder, table, signal }: { folder: string; table: Manifest["tables"][number]; signal: AbortSignal },
): Promise<void> {
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(", ");
  const rows = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows, { signal });
  // Backups until 2026-11-24 may state 0 for tables with rows; the checksums prove that the file is complete.
  if (table.rows !== 0 && rows.rowCount !== table.rows)
    throw new Error(`${table.name} has ${rows.rowCount} rows in the backup, not ${table.rows}.`);
}
