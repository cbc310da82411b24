import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { logVersionMismatch, versionWords } from "~/platform/database-version.server";

const folder = "prisma/migrations";
const known = readdirSync(folder).filter((name) => /^\d/.test(name));

test("tables of another version are reported in words, those of this one are not", async () => {
  expect(await versionWords(known)).toBe(null);
  expect(await versionWords(known.slice(0, -1))).toBe(
    `This database was made by a newer version of Millrace (it has ${known.at(-1)}, which this program does not know). Start that version, or restore a backup from before it.`,
  );
  expect(await versionWords([...known, "20991231000000_next"])).toBe(
    "This database lacks a migration of this version of Millrace. Run `npm run migrate`.",
  );
});

test("a program that fits its tables is silent, and so is one without a list of its migrations", async () => {
  const said: string[] = [];
  const log = { error: (words: string) => said.push(words) };
  await logVersionMismatch({ folder, log });
  await logVersionMismatch({ folder: "prisma/nothing", log });
  expect(said).toEqual([]);
});
