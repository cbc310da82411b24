import { expect, test } from "vitest";
import { freeName, isPlainName } from "~/platform/plain-name";

test("the name that is offered for a copy is none that is taken, and may be given, however long the first one is", () => {
  expect(freeName("data-copy", [])).toBe("data-copy");
  expect(freeName("data-copy", ["data-copy", "data-copy-2"])).toBe("data-copy-3");
  const long = "a".repeat(32);
  const offered = freeName(long, [long.slice(0, 28)]);
  expect([offered, isPlainName(offered)]).toEqual([`${"a".repeat(28)}-2`, true]);
});
