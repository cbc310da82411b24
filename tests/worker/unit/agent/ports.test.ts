import { expect, test } from "vitest";
import { lacksOfPorts } from "../../../../worker/agent/ports";

test.each([
  [22_000, 22_999, []],
  [61_000, 65_000, []],
  [32_000, 32_768, [expect.stringContaining("outside 32768-60999")]],
  [46_000, 46_099, [expect.stringContaining("outside 46000-46099")]],
  [20_000, 65_000, [expect.stringContaining("set MILLRACE_SSH_PORTS")]],
])("tasks' ports from %i to %i, on a system with 32768 to 60999 for outgoing connections", (first, last, lacks) =>
  expect(lacksOfPorts({ first, last }, "32768\t60999\n")).toEqual(lacks),
);

test("a system that does not list its outgoing ports causes no complaint", () => {
  expect(lacksOfPorts({ first: 22_000, last: 22_999 }, "")).toEqual([]);
});
