import pg from "pg";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { databaseInWords, faultInWords } from "~/platform/database-in-words";
import { env } from "~/platform/env.server";
import { applyMigrations, diffToSchema, readMigrations } from "../../../prisma/engine";
import { MERGED_INTO_FIRST } from "../../../prisma/first-day";
import { STEP } from "../../../prisma/in-words";
import { sayLockWaits } from "../../../prisma/lock-waits";
import { MigrationAdapter } from "../../../prisma/migration-adapter";
import { findFreePort } from "../../../worker/up/ports";
import { startBun } from "../../support/bun-program";
import { startCutLine } from "../../support/cut-line";
import { until } from "../../support/until";

test("an up-to-date database gets no migration twice", async () => {
  expect(await applyMigrations(env.DATABASE_URL)).toEqual([]);
  const applied = await db.query<{ migration_name: string }>(
    "select migration_name from _prisma_migrations where finished_at is not null",
  );
  expect(applied.length).toBeGreaterThan(1);
});

test("a database with the first day's single migrations continues from there", async () => {
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     select left(name, 36), '', name, now(), 1 from unnest($1::text[]) as name`,
    [[...MERGED_INTO_FIRST]],
  );
  // The first one had other words at that time.
  await db.query(`update _prisma_migrations set checksum = 'other' where migration_name like '20261121%'`);
  expect(await migrate(env.DATABASE_URL)).toBe("the database is up to date");
  const names = await db.query<{ name: string }>(`select migration_name as name from _prisma_migrations order by 1`);
  expect(names.map(({ name }) => name)).toEqual(readMigrations().migrationDirectories.map(({ path }) => path));
});

test("a database from the middle of the first day is refused in one sentence", async () => {
  const [early = ""] = MERGED_INTO_FIRST;
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ('early', '', $1, now(), 1)`,
    [early],
  );
  expect(await migrate(env.DATABASE_URL)).toMatch(
    /^This database is of the first day of Millrace.*Nothing was changed\.$/,
  );
  await db.query("delete from _prisma_migrations where id = 'early'");
});

test("the migrations lead exactly to schema.prisma", async () => {
  expect(await diffToSchema(env.DATABASE_URL, "migrations")).toBeNull();
});

test("an older program refuses the database of a newer one, in one sentence, and changes nothing", async () => {
  const name = "29991231000000_from_the_future";
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ('future', '', $1, now(), 1)`,
    [name],
  );
  const said = await migrate(env.DATABASE_URL);
  expect(said).toMatch(/^This database was made by a newer version of Millrace \(it has 2999.*Nothing was changed\.$/);
  await db.query("delete from _prisma_migrations where id = 'future'");
  expect(await migrate(env.DATABASE_URL)).toBe("the database is up to date");
});

test("a migration that was cut off, before its script or after, does not stop the next start", async () => {
  const [last] = await db.query<{ migration_name: string }>(
    "select migration_name from _prisma_migrations order by migration_name desc limit 1",
  );
  // Killed before: the row shows that it started, and nothing of the script is there.
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, applied_steps_count)
     values ('cut-off', '', $1, 0)`,
    [last?.migration_name],
  );
  expect(await applyMigrations(env.DATABASE_URL)).toEqual([]);
  await db.query("delete from _prisma_migrations where id = 'cut-off'");

  // Killed after: the script itself recorded that it was done, before the engine could.
  await db.query("update _prisma_migrations set finished_at = null where migration_name = $1", [last?.migration_name]);
  const adapter = new MigrationAdapter(env.DATABASE_URL);
  await (await adapter.connect()).executeScript("select 1");
  await adapter.close();
  const open = await db.query("select from _prisma_migrations where finished_at is null");
  expect(open).toEqual([]);
});

test("a migration that fails says why in the database's words, without a trace, and keeps nothing", async () => {
  const other = new URL(env.DATABASE_URL);
  other.pathname = "/half_made";
  await db.query("create database half_made");
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  await applyMigrations(other.href);
  await client.query(`delete from _prisma_migrations where migration_name = '20261215000000_engines'`);
  expect(await migrate(other.href)).toBe(
    `The migration 20261215000000_engines failed: relation "engine" already exists. Nothing of it was kept.`,
  );
  await client.query("drop schema public cascade");
  await client.query("create schema public; grant usage on schema public to public");
  await client.query("create role stranger login password 'stranger'");
  [other.username, other.password] = ["stranger", "stranger"];
  expect(await migrate(other.href)).toBe(
    `The database at ${other.host}/half_made cannot be used: it does not let this user make tables. Make the user its owner.`,
  );
  await client.end();
  await db.query("drop database half_made");
  await db.query("drop role stranger");
});

test("a migration that waits for somebody's lock says whose it is, and goes on when that is gone", async () => {
  const holder = new pg.Client({ connectionString: env.DATABASE_URL, application_name: "forgotten" });
  await holder.connect();
  await holder.query("begin; lock table _prisma_migrations in access exclusive mode");
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const program = startBun("prisma/migrate.ts", { env: { DATABASE_URL: env.DATABASE_URL }, stderr: "pipe" });
  expect(await program.line(/^Waiting for a lock/)).toContain(
    `session ${rows[0]?.pid} of the database holds (forgotten, idle in transaction)`,
  );
  await holder.end();
  await program.line(/^the database is up to date$/);
  await program.end("SIGCONT");
  expect(program.lines).toHaveLength(2);
});

test("a statement that waited too long for a lock says that, and not that the database is silent", async () => {
  const url = new URL(env.DATABASE_URL);
  for (const limit of ["lock_timeout", "statement_timeout"]) {
    const [holder, waiting] = [new pg.Client(url.href), new pg.Client({ connectionString: url.href, [limit]: 20 })];
    await Promise.all([holder.connect(), waiting.connect()]);
    await holder.query("begin; lock table _prisma_migrations in access exclusive mode");
    const fault = await waiting.query("select from _prisma_migrations").catch((error: unknown) => error);
    await Promise.all([holder.end(), waiting.end()]);
    expect(faultInWords(fault, url.href)).toBe(
      `A statement on the database at ${url.host}${url.pathname} waited too long: end the session that locks its table, and start again.`,
    );
    expect(databaseInWords(fault, url.href)).toBeNull();
  }
});

test("a database that ends the connection while it is migrated is told so, with where to look", async () => {
  const line = await startCutLine(env.DATABASE_URL);
  const holder = new pg.Client({ connectionString: env.DATABASE_URL });
  await holder.connect();
  await holder.query("begin; lock table _prisma_migrations in access exclusive mode");
  const program = startBun("prisma/migrate.ts", { env: { DATABASE_URL: line.url }, stderr: "pipe" });
  await program.line(/^Waiting for a lock/);
  // As a server does that finds no room for its log of changes.
  await line.cut();
  const { host, pathname } = new URL(line.url);
  expect(await program.line(/cannot be used|terminated/)).toBe(
    `The database at ${host}${pathname} cannot be used: it ended the connection. Its own log says why: often its disk is full.`,
  );
  await holder.end();
});

test("a step of npm start leaves telling of locks to it", async () => {
  const holder = new pg.Client({ connectionString: env.DATABASE_URL });
  await holder.connect();
  await holder.query("begin; lock table _prisma_migrations in access exclusive mode");
  const said: string[] = [];
  const stop = sayLockWaits(env.DATABASE_URL, (line) => void said.push(line));
  const program = startBun("prisma/migrate.ts", {
    args: [STEP],
    env: { DATABASE_URL: env.DATABASE_URL },
    stderr: "pipe",
  });
  await until("the lock is told of", () => said.length > 0);
  stop();
  await holder.end();
  await program.line(/^the database is up to date$/);
  await program.end("SIGCONT");
  expect(program.lines).toHaveLength(1);
});

test("a missing database, or one that refuses the login, is reported in one sentence without its password", async () => {
  const nobody = `postgres://u:hidden@127.0.0.1:${await findFreePort()}/millrace`;
  expect(await migrate(nobody)).toMatch(/^The database at 127\.0\.0\.1:\d+\/millrace cannot be used: nothing listens/);
  const other = new URL(env.DATABASE_URL);
  other.password = "wrong";
  expect(await migrate(other.href)).toMatch(/cannot be used: it does not accept the password/);
  const nameless = new URL(env.DATABASE_URL);
  nameless.pathname = "/no_such_database";
  expect(await migrate(nameless.href)).toMatch(/\/no_such_database cannot be used: it has no database of that name/);
  expect(await migrate("")).toMatch(/not usable:\nDATABASE_URL is not set\.$/);
});

test("a database that falls silent while it is migrated is told so, whatever Prisma's engine waited for", () => {
  const said =
    "Timed out trying to acquire a postgres advisory lock (SELECT pg_advisory_lock(72707369)). Timeout: 10000ms.";
  expect(faultInWords(new Error(said), "postgres://u:p@127.0.0.1:5/millrace")).toBe(
    "The database at 127.0.0.1:5/millrace cannot be used: it does not answer. Look whether it runs and may be reached from here.",
  );
});

/** All that `npm run migrate` says. */
async function migrate(url: string): Promise<string> {
  const program = startBun("prisma/migrate.ts", { env: { DATABASE_URL: url }, stderr: "pipe" });
  await program.end("SIGCONT");
  return program.lines.join("\n");
}
