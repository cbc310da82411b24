import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { sampleService } from "~/fleet/sample-service.server";
import { addCredit } from "~/money/add-credit.server";
import { asUnits } from "~/money/units";
import { applyMigrations } from "../../../prisma/engine";
import { aTenant, theCatalogue } from "../../support/world";
import { fingerprintOf } from "../../../worker/up/kept-secret";
import { aFolder, anotherDatabase, dropOthers, epochOf, run, schemaOf, sumOf, tablesOf } from "./databases";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const SECRET = process.env["MILLRACE_SECRET"] ?? "";

let tenantId = 0;
/** A backup of a quiet database. */
let folder: string;

beforeAll(async () => {
  await theCatalogue();
  ({ tenantId } = await aTenant({ dollars: 50 }));
  await sampleService({ now: new Date() });
  folder = join(aFolder(), "quiet");
  expect(await run("backup", [folder], { DATABASE_URL })).toMatchObject({ code: 0 });
});
afterAll(dropOthers);

test("a backup under load is one moment: restored, the books add up, numbers continue, every rule holds", async () => {
  let posted = 0;
  let stopped = false;
  const post = async (writer: number) => {
    while (!stopped) {
      const key = `load-${writer}-${(posted += 1)}`;
      await transaction((tx) =>
        addCredit(tx, {
          tenantId,
          units: asUnits(100n),
          from: "provider",
          kind: "topup",
          key,
          description: "Top-up",
          now: new Date(),
        }),
      );
    }
  };
  const writers = [1, 2, 3].map(post);
  const busy = join(aFolder(), "busy");
  const before = posted;
  const made = await run("backup", [busy], { DATABASE_URL });
  const during = posted - before;
  stopped = true;
  await Promise.all(writers);
  expect(made).toMatchObject({ code: 0 });
  expect(during).toBeGreaterThan(0);

  const copy = await anotherDatabase("empty");
  expect(await run("restore", [busy], { DATABASE_URL: copy.url })).toMatchObject({ code: 0 });
  expect(await sumOf(copy.url)).toBe("0");
  const [wrong] = await copy.query(
    `select from ledger_transaction t where (select coalesce(sum(units), 0) from ledger_entry e where e.transaction_id = t.id) <> 0`,
  );
  expect(wrong).toBeUndefined();
  expect(await epochOf(copy.url)).not.toBe(await epochOf(DATABASE_URL));
  // The time since the backup is no outage of the status page.
  expect(await copy.query("select from service_part")).toEqual([]);
  // The rules apply again, and the next number is a new one.
  await expect(copy.query("update ledger_entry set units = units + 1")).rejects.toThrow();
  await expect(
    copy.query("insert into ledger_entry (transaction_id, account_id, units) values (-1, -1, 1)"),
  ).rejects.toThrow();
  const [next] = await copy.query<{ free: boolean }>(
    `select nextval(pg_get_serial_sequence('ledger_transaction', 'id')) > (select max(id) from ledger_transaction) as free`,
  );
  expect(next?.free).toBe(true);
  expect(await applyMigrations(copy.url)).toEqual([]);
  expect(await schemaOf(copy.url)).toEqual(await schemaOf(DATABASE_URL));
});

test("restored over another database, twice: the old data is gone, each time with a new epoch", async () => {
  const copy = await anotherDatabase("migrated");
  await copy.query("insert into cluster (name, networks) values ('gone1', '{ethernet}')").catch(() => {});
  await copy.query("create table left_over (id int)");
  const env = { DATABASE_URL: copy.url };
  expect(await run("restore", [folder], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is not empty"),
  });
  expect(await run("restore", [folder, "--replace"], env)).toMatchObject({ code: 0 });
  const first = await epochOf(copy.url);
  expect(await copy.query("select to_regclass('left_over') as it")).toEqual([{ it: null }]);
  expect(await run("restore", [folder, "--replace"], env)).toMatchObject({ code: 0 });
  expect(await epochOf(copy.url)).not.toBe(first);
  expect(await schemaOf(copy.url)).toEqual(await schemaOf(DATABASE_URL));
});

test("a backup never overwrites files, and is refused when a byte of it was changed", async () => {
  expect(await run("backup", [folder], { DATABASE_URL })).toMatchObject({
    code: 1,
    said: expect.stringContaining("already exists"),
  });
  const damaged = join(aFolder(), "damaged");
  await run("backup", [damaged], { DATABASE_URL });
  appendFileSync(join(damaged, "tables", "public.node.copy.gz"), "x");
  const copy = await anotherDatabase("empty");
  const refused = {
    code: 1,
    said: expect.stringContaining("The backup is damaged: tables/public.node.copy.gz"),
  };
  expect(await run("restore", [damaged], { DATABASE_URL: copy.url })).toMatchObject(refused);
  writeFileSync(join(damaged, "SHA256SUMS"), "");
  const unlisted = { code: 1, said: expect.stringContaining("SHA256SUMS does not list manifest.json") };
  expect(await run("restore", [damaged], { DATABASE_URL: copy.url })).toMatchObject(unlisted);
  expect(await tablesOf(copy.url)).toEqual([]);
});

test("a database in use is left unchanged", async () => {
  const copy = await anotherDatabase("migrated");
  const client = new pg.Client({ connectionString: copy.url, application_name: "millrace-worker" });
  await client.connect();
  const epoch = await epochOf(copy.url);
  expect(await run("restore", [folder, "--replace"], { DATABASE_URL: copy.url })).toMatchObject({
    code: 1,
    said: expect.stringContaining("in use by millrace-worker"),
  });
  await client.end();
  expect(await epochOf(copy.url)).toBe(epoch);
});

test("the secret is identified, and included only on request, readable by its owner only", async () => {
  expect(existsSync(join(folder, "secret"))).toBe(false);
  expect(readFileSync(join(folder, "manifest.json"), "utf8")).not.toContain(SECRET);
  const copy = await anotherDatabase("empty");
  const env = { DATABASE_URL: copy.url, MILLRACE_SECRET: "x".repeat(40) };
  expect(await run("restore", [folder], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("The backup needs the secret with the fingerprint"),
  });
  expect(await tablesOf(copy.url)).toEqual([]);
  const whole = join(aFolder(), "whole");
  await db.query("update installation set secret_fingerprint = $1", [fingerprintOf(SECRET)]);
  expect(await run("backup", [whole, "--with-secret"], { DATABASE_URL })).toMatchObject({ code: 0 });
  expect(statSync(join(whole, "secret")).mode & 0o777).toBe(0o600);
  expect(statSync(whole).mode & 0o777).toBe(0o700);
  // A shell with another secret changes neither the fingerprint nor what is included.
  const wrong = { DATABASE_URL, MILLRACE_SECRET: "y".repeat(40) };
  const elsewhere = join(aFolder(), "elsewhere");
  expect(await run("backup", [elsewhere, "--with-secret"], wrong)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`that of the database ${fingerprintOf(SECRET)}`),
  });
  expect(await run("backup", [elsewhere], wrong)).toMatchObject({ code: 0 });
  expect(readFileSync(join(elsewhere, "manifest.json"), "utf8")).toContain(fingerprintOf(SECRET));
  const dataDir = aFolder();
  const fresh = { DATABASE_URL: copy.url, MILLRACE_SECRET: "", MILLRACE_DATA_DIR: dataDir };
  expect(await run("restore", [whole], fresh)).toMatchObject({ code: 0 });
  expect(readFileSync(join(dataDir, "secret"), "utf8").trim()).toBe(SECRET);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  const known = async () =>
    (await copy.query("select secret_fingerprint as known from installation")) as {
      known: string | null;
    }[];
  expect(await known()).toEqual([{ known: fingerprintOf(SECRET) }]);
  expect(await run("restore", [whole, "--replace", "--without-secret"], fresh)).toMatchObject({ code: 0 });
  expect(await known()).toEqual([{ known: null }]);
});
