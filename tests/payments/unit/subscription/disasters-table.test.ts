import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const ROOT = new URL("../../../../", import.meta.url);
/** Rows of the table of known disasters. */
const ROWS_LEAST = 17;

test("each row of the table of known disasters names existing tests", async () => {
  const page = await readFile(new URL("docs/payments.md", ROOT), "utf8");
  const table = page.slice(page.indexOf("## Known disasters")).split("\n");
  const rows = table.filter((line) => /^\| (?!Disaster|-)/.test(line)).map((line) => line.split(" | "));
  expect(rows.length).toBeGreaterThanOrEqual(ROWS_LEAST);
  for (const [disaster, tests = ""] of rows) {
    const named = [...tests.matchAll(/`([^`]+)`: ([^;|]+)/g)];
    expect([disaster, named.length]).not.toEqual([disaster, 0]);
    for (const [, file = "", name = ""] of named) {
      const source = await readFile(new URL(`tests/${file}`, ROOT), "utf8");
      expect(source, `${file} has a test of ${disaster ?? ""}`).toContain(name.trim());
    }
  }
});
