import { expect, test } from "vitest";
import { plain } from "../../../../worker/cli/terminal/colours";
import { table } from "../../../../worker/cli/terminal/table";
import { cut, widthOf } from "../../../../worker/cli/terminal/text";

const COLUMNS = [
  { head: "NAME", cell: (row: string[]) => row[0] ?? "" },
  { head: "COST", cell: (row: string[]) => row[1] ?? "", right: true },
  { head: "NOTE", cell: (row: string[]) => row[2] ?? "", spare: 1 },
];
const ROWS = [
  ["first", "$1.00", "short"],
  ["日本", "$12.50", "a longer note"],
];

test("columns are aligned, with wide letters counted as they are drawn", () => {
  expect(table(ROWS, COLUMNS, 80, plain)).toEqual([
    "NAME     COST  NOTE",
    "first   $1.00  short",
    "日本   $12.50  a longer note",
  ]);
});

test("a narrow terminal drops spare columns, then cuts the name; no line is wider", () => {
  expect(table(ROWS, COLUMNS, 20, plain)[1]).toBe("first   $1.00");
  const long = table([["a-name-of-forty-letters-that-goes-on-and-on", "$1.00", ""]], COLUMNS, 24, plain);
  expect(long[1]).toBe("a-name-of-forty-…  $1.00");
  expect(Math.max(...long.map(widthOf))).toBeLessThanOrEqual(24);
});

test("server texts cannot move the cursor", () => {
  const [, row] = table([["a\u001b[2Jb\nc", "", "\u202eevil"]], COLUMNS, 80, plain);
  expect(row).toMatch(/^a \[2Jb c/);
  expect(row).not.toMatch(/[\u0000-\u001f\u202e]/);
});

test("a cut text fits", () => {
  expect(cut("日本語", 4)).toBe("日…");
  expect(cut("abc", 3)).toBe("abc");
  expect(widthOf("e\u0301👍")).toBe(3);
});
