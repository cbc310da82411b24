import { createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { fingerprintOf } from "../kept-secret";
import { root } from "../settings";
import { FORMAT, type Manifest, MANIFEST, SECRET, sha256Of, SUMS } from "./manifest";
import { connectAlone, exists, quoted, SCHEMAS } from "./session";

interface Wish {
  url: string;
  folder: string;
  /** The installation's secret, and whether the backup is to include it. */
  secret: string | null;
  withSecret: boolean;
  now: Date;
  /** Aborts and leaves nothing behind. */
  signal: AbortSignal;
}

type Table = Manifest["tables"][number];

/**
 * Writes all tables as of one moment, regardless of concurrent writes: one snapshot, read table by table. The folder
 * gets its name only once it is complete and on disk.
 */
export async function writeBackup({ url, folder, secret, withSecret, now, signal }: Wish): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists, and a backup replaces nothing.`);
  if (withSecret && secret === null) throw new Error("The secret is not known here: set MILLRACE_SECRET.");
  await mkdir(dirname(folder), { recursive: true });
  const aside = await mkdtemp(join(dirname(folder), `.${basename(folder)}.unfinished-`));
  try {
    await mkdir(join(aside, "tables"), { mode: 0o700 });
    const { known, ...facts } = await readSnapshot(url, aside, signal);
    const present = secret === null ? "" : fingerprintOf(secret);
    if (withSecret && known !== null && known !== present)
      throw new Error(
        `The secret here has the fingerprint ${present}, that of the database ${known}: set MILLRACE_SECRET to that one.`,
      );
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    const manifest: Manifest = {
      format: FORMAT,
      made_at: now.toISOString(),
      millrace: version,
      ...facts,
      secret_fingerprint: known ?? present,
    };
    const files = [...manifest.tables.map((table) => table.file), MANIFEST];
    await writeFile(join(aside, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    if (withSecret) {
      await writeFile(join(aside, SECRET), `${secret}\n`, { mode: 0o600 });
      files.push(SECRET);
    }
    await writeSums(aside, files, signal);
    for (const file of [...files, SUMS, "tables", "."]) {
      signal.throwIfAborted();
      await toDisk(join(aside, file));
    }
    signal.throwIfAborted();
    await rename(aside, folder);
    await toDisk(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Notes the moment of a complete backup in the database; returns false if it is a standby. */
export async function noteBackup(given: { url: string; madeAt: string; signal: AbortSignal }): Promise<boolean> {
  const client = await connectAlone(given.url, "millrace-backup", given.signal);
  try {
    if (!(await exists(client, "installation", "backup_at"))) return true;
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby) return false;
    await client.query("update installation set backup_at = greatest(backup_at, $1)", [given.madeAt]);
    return true;
  } finally {
    await client.end();
  }
}

async function readSnapshot(url: string, aside: string, signal: AbortSignal) {
  const client = await connectAlone(url, "millrace-backup", signal);
  try {
    await client.query("begin isolation level repeatable read read only");
    const listed = await listTables(client);
    if (listed.length === 0) throw new Error("There is nothing to back up: the database has no tables.");
    // Prevents changes of the tables before they are read; everything else continues.
    await client.query(`lock table ${listed.map(quoted).join(", ")} in access share mode`);
    const migrations = await listMigrations(client);
    const tables: Table[] = [];
    for (const table of listed) tables.push({ ...table, rows: await writeTable(client, { aside, table, signal }) });
    const usageDays = await listUsageDays(client);
    // After the tables: a number used meanwhile is only skipped, and none is used twice.
    const sequences = await listSequences(client);
    const known = await readFingerprint(client);
    await client.query("commit");
    if ((await listMigrations(client)).join() !== migrations.join())
      throw new Error("The database was migrated meanwhile. Make the backup again.");
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return { postgresql: rows[0]?.version ?? "", migrations, tables, usage_days: usageDays, sequences, known };
  } finally {
    await client.end();
  }
}

/**
 * Lists the tables; partitions count as one with all their rows. A day of events that is being removed no longer
 * belongs to it, and does not count as a separate table.
 */
async function listTables(client: pg.Client): Promise<Omit<Table, "rows">[]> {
  const { rows } = await client.query<Omit<Table, "rows" | "file">>(
    `select n.nspname as schema, c.relname as name, array(select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum)
       as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and c.relname !~ '^usage_event_[0-9]{8}$'
     order by 1, 2`,
    [SCHEMAS],
  );
  return rows.map((row) => ({ ...row, file: `tables/${row.schema}.${row.name}.copy.gz` }));
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map((row) => row.name);
}

/** Lists the days with usage events. A restore creates their partitions before it copies events. */
async function listUsageDays(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass('public.usage_event') and not i.inhdetachpending order by 1`,
  );
  return rows.map(({ day }) => day);
}

/** The fingerprint of the database's secret; null if it has none, as before a first `npm start`. */
async function readFingerprint(client: pg.Client): Promise<string | null> {
  if (!(await exists(client, "installation", "secret_fingerprint"))) return null;
  const { rows } = await client.query<{ known: string | null }>("select secret_fingerprint as known from installation");
  return rows[0]?.known ?? null;
}

async function listSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

async function writeTable(
  client: pg.Client,
  { aside, table, signal }: { aside: string; table: Omit<Table, "rows">; signal: AbortSignal },
): Promise<number> {
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(", ");
  const rows = client.query(copyTo(`copy (select ${columns} from ${quoted(table)}) to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(join(aside, table.file), { mode: 0o600 }), {
    signal,
  });
  // The number of rows follows in a later message, which has arrived when this one is answered.
  await client.query("select");
  return rows.rowCount;
}

async function writeSums(aside: string, files: string[], signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  for (const file of files) lines.push(`${await sha256Of(join(aside, file), signal)}  ${file}\n`);
  await writeFile(join(aside, SUMS), lines.join(""), { mode: 0o600 });
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync();
  await handle.close();
}
