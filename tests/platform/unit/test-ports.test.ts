import { expect, test } from "vitest";
import { sourceFiles, text } from "../../support/source";

const RANGE = /\b(1[5-9]\d{3})-(1[5-9]\d{3})\b/g;

test("files that run at the same time give their tasks different ports", () => {
  const ranges = sourceFiles()
    .filter((file) => /^tests\/(worker|fleet)\/.*\.test\.ts$/.test(file))
    .flatMap((file) =>
      [...text(file).matchAll(RANGE)].map(([range, first, last]) => {
        return { file, range, first: Number(first), last: Number(last) };
      }),
    );
  const shared = ranges.flatMap((one) =>
    ranges
      .filter((other) => one.file < other.file && one.first <= other.last && other.first <= one.last)
      .map((other) => `${one.file} ${one.range}, ${other.file} ${other.range}`),
  );
  expect(ranges.length).toBeGreaterThan(20);
  expect(shared).toEqual([]);
});
