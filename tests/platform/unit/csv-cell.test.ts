import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, textCell } from "~/platform/csv-cell";
import { madeVisible } from "~/platform/hidden-characters";
import { readCsv } from "../../support/csv";

test.each([
  ["plain", "plain"],
  ["with, comma", '"with, comma"'],
  ['say "hello"', '"say ""hello"""'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["  =1+1", "'  =1+1"],
  ["\t=1", "'\t=1"],
  ["a\u202egpj.exe", "a\ufffdgpj.exe"],
  ["\u2066=1+1", "\ufffd=1+1"],
  ["NUL \u0000 and \u001b[31m", "NUL \ufffd and \ufffd[31m"],
  ["\u200bzero", "\ufffdzero"],
  ["👩‍💻 می‌خواهم", "👩‍💻 می‌خواهم"],
  ['=cmd|" /C calc"!A0,b', '"\'=cmd|"" /C calc""!A0,b"'],
])("the text %j is the cell %j", (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test("every text is unchanged except for hidden characters, or has the apostrophe in front", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const cell = readCsv(`text\r\n${textCell(text)}\r\n`)[0]?.["text"];
      const seen = madeVisible(text);
      expect([seen, `'${seen}`]).toContain(cell);
      expect(/^[=+\-@\t\r]/.test(cell ?? "")).toBe(false);
    }),
  );
});

test("a line contains texts, numbers, times and nulls, in order", () => {
  const at = new Date("2024-01-31T13:23:04Z");
  expect(csvLine(["a,b", 1.5, 12n, true, at, null])).toBe('"a,b",1.5,12,true,2024-01-31T13:23:04.000Z,\r\n');
});
