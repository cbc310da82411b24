import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "../../../prisma/engine";
import { MERGED_INTO_FIRST } from "../../../prisma/first-day";
import { startPostgres } from "../../../worker/up/postgres";
import { startBun } from "../../support/bun-program";
import { atMigration } from "../../support/old-database";
import { until } from "../../support/until";
import { aTenant, theCatalogue } from "../../support/world";
import { aFolder, anotherDatabase, ask, dropOthers, epochOf, run, schemaOf, tablesOf } from "./databases";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let folder: string;

beforeAll(async () => {
  await theCatalogue();
  await aTenant({ dollars: 50 });
  folder = join(aFolder(), "quiet");
  expect(await run("backup", [folder], { DATABASE_URL })).toMatchObject({ code: 0 });
});
afterAll(dropOthers);

test("a backup of an older Millrace is migrated by the next start; one of a newer version is refused in words", async () => {
  const old = await anotherDatabase("empty");
  const names = await atMigration(old.url, 4);
  // Their names in the first versions of Millrace.
  await old.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       select left(name, 36), '', name, now(), 1 from unnest($1::text[]) as name`,
    [[...MERGED_INTO_FIRST]],
  );
  const backup = join(aFolder(), "old");
  expect(await run("backup", [backup], { DATABASE_URL: old.url })).toMatchObject({ code: 0 });
  const copy = await anotherDatabase("empty");
  expect(await run("restore", [backup], { DATABASE_URL: copy.url })).toMatchObject({ code: 0 });
  expect(await applyMigrations(copy.url)).toEqual(names.slice(4));
  expect(await epochOf(copy.url)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await schemaOf(copy.url)).toEqual(await schemaOf(DATABASE_URL));

  await old.query(
    `update _prisma_migrations set migration_name = '20991231000000_flying_cars'
    where migration_name = $1`,
    [names[3]],
  );
  const newer = join(aFolder(), "newer");
  expect(await run("backup", [newer], { DATABASE_URL: old.url })).toMatchObject({ code: 0 });
  const empty = await anotherDatabase("empty");
  expect(await run("restore", [newer], { DATABASE_URL: empty.url })).toMatchObject({
    code: 1,
    said: expect.stringContaining("of a newer Millrace than this one: it does not know 20991231000000_flying_cars"),
  });
  expect(await tablesOf(empty.url)).toEqual([]);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "%s during a backup leaves no backup, and during a restore the old data",
  async (signal) => {
    const blocker = new pg.Client({ connectionString: DATABASE_URL });
    await blocker.connect();
    await blocker.query("begin; lock table node in access exclusive mode");
    const place = aFolder();
    const env = { DATABASE_URL, MILLRACE_DATA_DIR: aFolder() };
    const backup = startBun("worker/up/backup-main.ts", { args: [join(place, "half")], env });
    await until("an unfinished backup", () => readdirSync(place).some((name) => name.includes("unfinished")));
    await backup.end(signal);
    await blocker.end();
    expect(existsSync(join(place, "half"))).toBe(false);
    if (signal !== "SIGKILL") expect(readdirSync(place)).toEqual([]);
    expect(await run("backup", [join(place, "half")], env)).toMatchObject({ code: 0 });

    const copy = await anotherDatabase("migrated");
    await copy.query("create table keepsake (id int)");
    const epoch = await epochOf(copy.url);
    const restore = startBun("worker/up/restore-main.ts", {
      args: [folder, "--replace"],
      env: { DATABASE_URL: copy.url, MILLRACE_DATA_DIR: aFolder() },
    });
    await until("the restore to have replaced something", async () => {
      const [row] = await ask<{ writes: boolean }>(
        DATABASE_URL,
        `select backend_xid is not null as writes from pg_stat_activity where application_name = 'millrace-restore'`,
      );
      return row?.writes;
    });
    await restore.end(signal);
    await until("the server to have noticed", async () => {
      const left = await ask(DATABASE_URL, `select from pg_stat_activity where application_name = 'millrace-restore'`);
      return left.length === 0;
    });
    expect(await epochOf(copy.url)).toBe(epoch);
    expect(await copy.query("select from keepsake")).toEqual([]);
    expect(await run("restore", [folder, "--replace"], { DATABASE_URL: copy.url })).toMatchObject({
      code: 0,
    });
  },
);

test("the embedded database: backed up with and without the product running, restored into a new data folder and over an old one", async () => {
  const dataDir = aFolder();
  const env = { DATABASE_URL: "", MILLRACE_DATA_DIR: dataDir };
  expect(await run("backup", [join(aFolder(), "none")], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("There is no database in"),
  });
  expect(await run("restore", [folder], env)).toMatchObject({ code: 0 });
  expect(await run("restore", [folder], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("--replace"),
  });
  const again = join(aFolder(), "again");
  expect(await run("backup", [again], env)).toMatchObject({ code: 0 });
  const held = startBun("tests/support/programs/hold-data-folder.ts", { args: [dataDir] });
  await held.line(/held/);
  // The product runs: its database is read meanwhile, and no restore may replace it.
  const postgres = await startPostgres({ dir: join(dataDir, "postgres") });
  const beside = join(aFolder(), "beside");
  expect(await run("backup", [beside], env)).toMatchObject({ code: 0 });
  expect(await run("restore", [beside, "--replace"], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is in use by"),
  });
  expect(postgres.process.exitCode).toBeNull();
  await postgres.stop();
  await held.end("SIGKILL");
  expect(await run("restore", [again, "--replace"], env)).toMatchObject({ code: 0 });
});
