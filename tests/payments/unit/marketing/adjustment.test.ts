import fc from "fast-check";
import { expect, test } from "vitest";
import { readAdjustment } from "~/money/adjustment";

test.each([
  ["5", 500n],
  ["5.00", 500n],
  ["-5.5", -550n],
  ["+0,01", 1n],
  ["−12.34", -1234n],
  ["$7.30", 730n],
  ["-$7.30", -730n],
  ["1000.00", 100_000n],
  ["-1000.00", -100_000n],
  ["0.29", 29n],
])("'%s' is %s cents", (typed, cents) => expect(readAdjustment(typed)).toBe(cents));

test.each(["", "0", "-0.00", "1000.01", "-1000.01", "1,000", "1.005", "5e2", "0x10", "--5", "5-", "NaN", "ten", "١"])(
  "'%s' is not an adjustment",
  (typed) => expect(readAdjustment(typed)).toBeNull(),
);

test("each amount of whole cents is unchanged by formatting", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.boolean(), (cents, minus) => {
      const typed = `${minus ? "-" : ""}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      expect(readAdjustment(typed)).toBe(BigInt(minus ? -cents : cents));
    }),
  );
});
