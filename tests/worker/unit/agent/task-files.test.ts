import { execFileSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wholeCharacters } from "../../../../worker/agent/log-tail";
import { exitFileSchema, readJson } from "../../../../worker/agent/task/folder";

const dir = mkdtempSync(join(tmpdir(), "millrace-files-"));
const file = join(dir, "exit.json");

describe("a file that a customer may have written", () => {
  test("is read when it is valid", () => {
    writeFileSync(file, JSON.stringify({ code: 5, message: "done" }));
    expect(readJson(file, exitFileSchema)).toEqual({ code: 5, message: "done" });
  });
  test("never makes a report too long, or unacceptable to a database", () => {
    writeFileSync(file, JSON.stringify({ code: 5, message: `\0\ud800${"x".repeat(5_000)}` }));
    expect(readJson(file, exitFileSchema)?.message).toMatch(/^ {2}x{198}$/);
    writeFileSync(file, JSON.stringify({ code: 1e12, message: "" }));
    expect(readJson(file, exitFileSchema)).toBeNull();
  });
  test.each([
    ["absent", () => {}],
    ["cut off", (path: string) => writeFileSync(path, '{"code":')],
    ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
    ["a link", (path: string) => symlinkSync(file, path)],
    ["a giant", (path: string) => writeFileSync(path, " ".repeat(100_000))],
  ])("is skipped when it is %s", (name, make) => {
    const path = join(dir, name);
    make(path);
    expect(readJson(path, exitFileSchema)).toBeNull();
  });
});

test.each([
  ["abc", 3],
  ["aé", 3],
  ["a€", 4],
  ["a🙂", 5],
])("%j is passed on only when it is whole", (text, length) => {
  const bytes = Buffer.from(text);
  expect(wholeCharacters(bytes)).toBe(length);
  if (length > text.length)
    for (let cut = 2; cut < length; cut += 1) expect(wholeCharacters(bytes.subarray(0, cut))).toBe(1);
});
