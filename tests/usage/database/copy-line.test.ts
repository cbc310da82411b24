import fc from "fast-check";
import { expect, test } from "vitest";
import { transaction } from "~/platform/db.server";
import { copyLine } from "~/usage/inside/intake/copy-line";

const text = fc.string({ unit: "grapheme" }).map((said) => said.replaceAll("\0", ""));
const hard = fc.constantFrom("\\N", "\\", "\\.", "\t", "\r\n", "a\\\nb", "", "null", '"', "{}");

test("any row arrives unchanged", async () => {
  const row = fc.record({
    said: fc.option(fc.oneof(text, hard)),
    large: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    done: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const lines = rows.map(({ said, large, done }, at) => copyLine([at, said, large, done]));
      const read = await transaction(async (tx) => {
        await tx.query("create temporary table copied (at int, said text, large bigint, done boolean) on commit drop");
        expect(await tx.copyIn("copy copied from stdin", lines.join(""))).toBe(rows.length);
        return await tx.query("select said, large, done from copied order by at");
      });
      expect(read).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});

test("an invalid row fails the transaction, and the connection stays usable", async () => {
  const failing = transaction(async (tx) => {
    await tx.query("create temporary table copied (at int) on commit drop");
    await tx.copyIn("copy copied from stdin", copyLine([1]) + copyLine(["no number"]));
  });
  await expect(failing).rejects.toThrow("invalid input syntax for type integer");
  const [one] = await transaction(async (tx) => await tx.query("select 1 as one"));
  expect(one).toEqual({ one: 1 });
});
