import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBun } from "../support/bun-program";

test("a thread that hangs or dies is replaced, its job is retried, and nothing else waits for it", async () => {
  const dir = await mkdtemp(join(tmpdir(), "millrace-pool-"));
  const program = startBun("tests/support/programs/pool.ts", { env: { MARK: join(dir, "mark") } });
  const results = JSON.parse(await program.line(/^\{/)) as Record<string, unknown>;
  await program.end();
  await rm(dir, { recursive: true });
  expect(results).toMatchObject({
    quick: { placed: 7 },
    beforeTheLimit: true,
    refused: "Error: the node is on fire",
    hung: "done at the second try",
    died: "Error: balance lost its thread twice",
    afterwards: Array.from({ length: 20 }, () => ({ placed: 7 })),
  });
});
