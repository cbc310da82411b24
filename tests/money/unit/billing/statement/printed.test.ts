import fc from "fast-check";
import { expect, test } from "vitest";
import { printed } from "~/money/inside/billing/statement/printed";
import { dollars4Text } from "~/money/inside/billing/statement/printed-statement";

const CENT = 3600n;

test("three thirds of a cent are printed as one cent and two zeros", () => {
  expect(printed(0n, [1200n, 1200n, 1200n], CENT)).toEqual({ opening: 0n, lines: [1n, 0n, 0n], closing: 1n });
});

test("the line that lost most by rounding gets the missing cent", () => {
  expect(printed(0n, [1000n, 3599n, 2601n], CENT)).toEqual({ opening: 0n, lines: [0n, 1n, 1n], closing: 2n });
});

test("charges are never rounded down, unless the balance requires it", () => {
  expect(printed(10n * CENT, [-1200n], CENT)).toEqual({ opening: 10n, lines: [-1n], closing: 9n });
  expect(printed(10n * CENT, [-1200n, -1200n], CENT).lines).toEqual([0n, -1n]);
});

const amounts = fc.array(fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), { maxLength: 60 });

test("printed amounts always add up, and each line is within one step of its exact value", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -1_000_000n, max: 10_000_000n }),
      amounts,
      fc.constantFrom(36n, CENT),
      (opening, lines, step) => {
        const shown = printed(opening, lines, step);
        expect(shown.lines.reduce((sum, steps) => sum + steps, shown.opening)).toBe(shown.closing);
        for (const [index, units] of lines.entries()) {
          const off = (shown.lines[index] ?? 0n) * step - units;
          expect(off > -step && off < step).toBe(true);
          if (units % step === 0n) expect(off).toBe(0n);
        }
      },
    ),
  );
});

test.each([
  [0n, "0.0000"],
  [1n, "0.0001"],
  [-38_971n, "-3.8971"],
  [500_000n, "50.0000"],
])("%s ten-thousandths are written as %s", (steps, text) => {
  expect(dollars4Text(steps)).toBe(text);
});
