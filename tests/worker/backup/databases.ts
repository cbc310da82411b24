import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { startBun } from "../../support/bun-program";
import type { Environment } from "../../../worker/up/settings";

const made: string[] = [];

export interface OtherDatabase {
  url: string;
  /** Uses a new connection each time, so that none is open in between. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** One more database on the test run's server: migrated, empty, or a copy of the test file's own. */
export async function anotherDatabase(like: "migrated" | "empty"): Promise<OtherDatabase> {
  const name = `other_${randomUUID().replaceAll("-", "")}`;
  const template = like === "migrated" ? ` template ${inject("databaseTemplate")} strategy file_copy` : "";
  await ask(inject("databaseServer"), `create database ${name}${template}`);
  made.push(name);
  const url = new URL(inject("databaseServer"));
  url.pathname = `/${name}`;
  return { url: url.href, query: (text, values) => ask(url.href, text, values) };
}

/** A copy of a database as it is now. Its clients are disconnected. */
export async function copyOf(url: string): Promise<OtherDatabase> {
  const name = `other_${randomUUID().replaceAll("-", "")}`;
  const from = new URL(url).pathname.slice(1);
  const server = inject("databaseServer");
  await ask(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [from]);
  await ask(server, `create database ${name} template ${from}`);
  made.push(name);
  const copy = new URL(server);
  copy.pathname = `/${name}`;
  return { url: copy.href, query: (text, values) => ask(copy.href, text, values) };
}

export async function dropOthers(): Promise<void> {
  for (const name of made.splice(0)) await ask(inject("databaseServer"), `drop database ${name} with (force)`);
}

export async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export function aFolder(): string {
  return mkdtempSync(join(tmpdir(), "millrace-backup-"));
}

/** Runs `npm run backup`, or another program of a database, to its end. */
export async function run(
  program: "backup" | "doctor" | "restore" | "verify-audit",
  args: string[],
  env: Environment,
): Promise<{ code: number | null; said: string }> {
  const dataDir = env["MILLRACE_DATA_DIR"] ?? aFolder();
  const started = startBun(`worker/up/${program}-main.ts`, {
    args,
    env: { ...env, MILLRACE_DATA_DIR: dataDir },
    stderr: "pipe",
  });
  await started.gone;
  return { code: started.process.exitCode, said: started.lines.join("\n") };
}

export async function tablesOf(url: string): Promise<unknown[]> {
  return await ask(url, "select from pg_tables where schemaname = 'public'");
}

/** The whole schema: columns, constraints, indexes, triggers, functions. */
export async function schemaOf(url: string): Promise<unknown[]> {
  return await ask(
    url,
    `select 'column' as kind, table_name || '.' || column_name as name,
       data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as what
     from information_schema.columns where table_schema = 'public'
     union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select 'trigger', tgrelid::regclass || '.' || tgname, tgenabled::text || pg_get_triggerdef(oid)
     from pg_trigger where not tgisinternal
     union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
     order by 1, 2, 3`,
  );
}

export async function epochOf(url: string): Promise<string | undefined> {
  return (await ask<{ epoch: string }>(url, "select epoch from installation"))[0]?.epoch;
}

/** Sum of everything that was ever posted. */
export async function sumOf(url: string): Promise<string | undefined> {
  const text = "select coalesce(sum(units), 0)::text as sum from ledger_entry";
  return (await ask<{ sum: string }>(url, text))[0]?.sum;
}
