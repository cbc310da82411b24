import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "../../prisma/engine";
import { startPostgres } from "../../worker/up/postgres";
import { guardRun } from "./run-guard";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the server's own database, and the name of the migrated template. */
    databaseServer: string;
    databaseTemplate: string;
  }
}

interface Server {
  url: string;
  template: string;
  stop: () => Promise<void>;
}

/** The setup runs once for each project, each time as a new module: shared values are kept outside. */
const shared = globalThis as { testServer?: { users: number; started: Promise<Server> } };

/** One PostgreSQL for the whole run (`TEST_DATABASE_URL` may name a running one) and one migrated template in it. */
export default async function startDatabaseServer(project: TestProject) {
  const testServer = (shared.testServer ??= { users: 0, started: startServer() });
  testServer.users += 1;
  const { url, template, stop } = await testServer.started;
  project.provide("databaseServer", url);
  project.provide("databaseTemplate", template);
  return async () => {
    testServer.users -= 1;
    if (testServer.users === 0) await stop();
  };
}

async function startServer(): Promise<Server> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres();
  return { ...server, template: await makeTemplate(server.url) };
}

async function startThrowawayPostgres() {
  guardRun();
  const dir = await mkdtemp(join(tmpdir(), "millrace-test-"));
  const server = await startPostgres({
    dir: join(dir, "postgres"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  return {
    url: server.urlOf("postgres"),
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The template's name is the hash of the migrations, so a server that is kept creates it only once. */
async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `template_${hashOfMigrations()}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7401)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return name;
    const fresh = `${name}_${process.pid}`;
    await client.query(`drop database if exists ${fresh}`);
    await client.query(`create database ${fresh}`);
    const url = new URL(serverUrl);
    url.pathname = `/${fresh}`;
    await applyMigrations(url.href);
    await client.query(`alter database ${fresh} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

function hashOfMigrations(): string {
  const dir = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  const hash = createHash("sha256");
  for (const name of readdirSync(dir).sort()) {
    if (name.endsWith(".toml")) continue;
    hash.update(name).update(readFileSync(join(dir, name, "migration.sql")));
  }
  return hash.digest("hex").slice(0, 16);
}
