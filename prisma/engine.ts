import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { newerWords } from "~/platform/database-version";
import { openHouseAccounts } from "~/money/open-accounts.server";
import { MERGED_INTO_FIRST } from "./first-day";
import { MigrationAdapter } from "./migration-adapter";

const here = fileURLToPath(new URL(".", import.meta.url));
/** Number of the advisory lock that Prisma's engine holds while it migrates. */
const ENGINE_LOCK = 72_707_369;
const filters = { externalTables: [], externalEnums: [] };

/**
 * Applies the missing migrations to the database at `url` and returns their names. Also creates the house accounts of
 * the program. Writes `_prisma_migrations` exactly as `prisma migrate deploy` does, but needs no downloaded engine.
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = readMigrations();
  await prepare(
    url,
    migrationsList.migrationDirectories.map(({ path }) => path),
  );
  const applied = await withEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList,
      filters,
    });
    return appliedMigrationNames;
  });
  await withClient(url, (client) =>
    openHouseAccounts({
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(text, [...values])).rows,
    }),
  );
  return applied;
}

/**
 * Refuses a database of a newer program before anything is changed, since an older program would spoil its rows. Then
 * removes the mark of an interrupted migration, which the engine would leave for a person to resolve. A script runs as a
 * whole or leaves nothing (MigrationAdapter). The engine's lock keeps this away from a migration that runs now.
 */
async function prepare(url: string, known: string[]): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ known: string | null }>(
      "select to_regclass('_prisma_migrations') as known",
    );
    if (tables[0]?.known === null) return;
    await forgetMerged(client);
    const { rows } = await client.query<{ name: string }>(
      `select migration_name as name from _prisma_migrations
       where finished_at is not null and rolled_back_at is null and migration_name <> all ($1) order by 1`,
      [known],
    );
    if (rows.length > 0) throw new Error(`${newerWords(rows.map(({ name }) => name))} Nothing was changed.`);
    await client.query("select pg_advisory_lock($1)", [ENGINE_LOCK]);
    await client.query(
      "update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null",
    );
  });
}

/** Replaces the first day's migrations by the merged one; a database with only some of them cannot be migrated. */
async function forgetMerged(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct migration_name)::int as count from _prisma_migrations
     where finished_at is not null and rolled_back_at is null and migration_name = any ($1)`,
    [MERGED_INTO_FIRST],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0 && count < MERGED_INTO_FIRST.length) throw new Error(UNFINISHED_FIRST_DAY);
  await client.query("delete from _prisma_migrations where migration_name = any ($1)", [MERGED_INTO_FIRST]);
}

const UNFINISHED_FIRST_DAY = `This database is of the first day of Millrace and lacks some of that day's migrations, which this program no longer has one by one. Run \`npm run migrate\` of the commit 84b8d98 on it once, then start this program. Nothing was changed.`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the SQL from the migrations, or from an empty database, to schema.prisma; null without a difference. */
export async function diffToSchema(url: string, from: "migrations" | "empty"): Promise<string | null> {
  return await withEngine(url, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: from === "empty" ? { tag: "empty" } : { tag: "migrations", ...readMigrations() },
      to: { tag: "schemaDatamodel", files: [schemaFile()] },
      script: true,
      exitCode: true,
      filters,
    });
    return exitCode === 0 ? null : stdout;
  });
}

async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loadWasm();
  const adapter = new MigrationAdapter(url);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter);
  const { content, path } = schemaFile();
  const engine = await bindings.SchemaEngine.new({ datamodels: [[path, content]] }, () => {}, factory);
  try {
    return await work(engine);
  } catch (error) {
    const [, name = ""] = /migration_name="([^"]+)"/.exec(String(error)) ?? [];
    const { fault: cause } = adapter;
    if (!cause) throw error;
    const which = name ? `The migration ${name}` : "Migrating";
    throw new Error(`${which} failed: ${cause.message}. Nothing of it was kept.`, { cause });
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** Mark on the process that the engine is loaded: loaded again, its memory is read through views of the first. */
const LOADED = Symbol.for("millrace.schema-engine");

function loadWasm(): void {
  if (LOADED in globalThis) return;
  Object.assign(globalThis, { [LOADED]: true, PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
  const require = createRequire(import.meta.url);
  const file = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  const module = new WebAssembly.Module(readFileSync(file));
  const instance = new WebAssembly.Instance(module, {
    "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") start();
}

/** Reports the engine's last message and ends the process: after a panic it never answers. */
function reportPanic(message: string): never {
  console.error(`The schema engine failed: ${message}`);
  process.exit(70);
}

function schemaFile() {
  return { path: `${here}schema.prisma`, content: readFileSync(`${here}schema.prisma`, "utf8") };
}

/** Lists the migrations of this program, oldest first. */
export function readMigrations(): MigrationList {
  const baseDir = `${here}migrations`;
  const names = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(`${baseDir}/migration_lock.toml`, "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(`${baseDir}/${name}/migration.sql`, "utf8") },
      },
    })),
  };
}
