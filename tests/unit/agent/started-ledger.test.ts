import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartedLedger } from "../../../worker/agent/task/started-ledger";

test("what was started is known to the next agent, also behind a line that was cut off", () => {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-ledger-")), "started");
  new StartedLedger(file).add("first");
  appendFileSync(file, "seco");
  new StartedLedger(file).add("third");
  const ledger = new StartedLedger(file);
  expect(["first", "second", "third"].map((id) => ledger.has(id))).toEqual([true, false, true]);
});
