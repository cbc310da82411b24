import { expect, test } from "vitest";
import { startBun } from "../../support/bun-program";

test("a file that could not be read is read again at its next request", async () => {
  const program = startBun("tests/support/programs/file-answers.ts");
  expect(await program.line(/^answered/)).toBe("answered fault 200");
});
