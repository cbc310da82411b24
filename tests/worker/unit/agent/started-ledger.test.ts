import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartedLedger } from "../../../../worker/agent/task/started-ledger";

test("started placements are known to the next agent, even after a truncated line", () => {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-ledger-")), "started");
  new StartedLedger(file).add("first");
  appendFileSync(file, "seco");
  new StartedLedger(file).add("third");
  const ledger = new StartedLedger(file);
  expect(["first", "second", "third"].map((id) => ledger.has(id))).toEqual([true, false, true]);
});

test("of two agents that share the file, neither starts the other's placements", () => {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-ledger-")), "started");
  const [older, newer] = [new StartedLedger(file), new StartedLedger(file)];
  older.add("by the older one");
  expect(newer.has("by the older one")).toBe(true);
  // Both looked before either noted it: the second one must not start it.
  expect([older.has("at once"), newer.has("at once")]).toEqual([false, false]);
  newer.add("at once");
  expect(() => older.add("at once")).toThrow("another agent of this machine");
  // It may note a task that it started itself again, as refused.
  newer.add("at once");
});
