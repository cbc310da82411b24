import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MANIFEST, SUMS, sha256Of } from "../../../worker/up/backup/manifest";
import { startLateEnds } from "../../support/late-ends";
import { theCatalogue } from "../../support/world";
import { aFolder, anotherDatabase, dropOthers, run } from "./databases";

/** Every test starts several programs, one after the other. */
const MINUTES = 180_000;
const DATABASE_URL = process.env["DATABASE_URL"] ?? "";

let folder: string;

beforeAll(async () => {
  await theCatalogue();
  const busy = await startLateEnds(DATABASE_URL);
  folder = join(aFolder(), "busy");
  expect(await run("backup", [folder], { DATABASE_URL: busy.url })).toMatchObject({ code: 0 });
  busy.close();
});
afterAll(dropOthers);

test("a backup of a database that sends the number of rows late can be restored", restores, MINUTES);

test("so can one that an older Millrace made without that number", async () => {
  const manifest = join(folder, MANIFEST);
  const sums = join(folder, SUMS);
  const before = await sumOf(manifest);
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"rows": \d+/g, '"rows": 0'));
  writeFileSync(sums, readFileSync(sums, "utf8").replace(before, await sumOf(manifest)));
  await restores();
});

async function restores(): Promise<void> {
  const copy = await anotherDatabase("empty");
  expect(await run("restore", [folder], { DATABASE_URL: copy.url })).toMatchObject({ code: 0 });
  const [clusters] = await copy.query(`select count(*)::int as count from cluster`);
  expect(clusters).not.toEqual({ count: 0 });
}

async function sumOf(file: string): Promise<string> {
  return await sha256Of(file, new AbortController().signal);
}
