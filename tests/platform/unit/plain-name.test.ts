import { expect, test } from "vitest";
import { freeName, isPlainName } from "~/platform/plain-name";

test("a copy's proposed name is free and valid, however long the original", () => {
  expect(freeName("data-copy", [])).toBe("data-copy");
  expect(freeName("data-copy", ["data-copy", "data-copy-2"])).toBe("data-copy-3");
  const long = "a".repeat(32);
  const offered = freeName(long, [long.slice(0, 28)]);
  expect([offered, isPlainName(offered)]).toEqual([`${"a".repeat(28)}-2`, true]);
});
