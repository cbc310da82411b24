import fc from "fast-check";
import { expect, test } from "vitest";
import { DISCOUNT_DURATIONS } from "~/payments/promo-code";
import { couponIdOf, lastsOf } from "~/payments/inside/subscription/coupon-id";

const discount = fc.record({
  code: fc.stringMatching(/^[A-Z0-9-]{3,32}$/),
  percent: fc.integer({ min: 1, max: 100 }),
  duration: fc.constantFrom(...DISCOUNT_DURATIONS),
});

test("equal discounts are one coupon; another percentage, duration or code is another", () => {
  fc.assert(
    fc.property(discount, discount, (one, other) => {
      expect(couponIdOf({ ...one })).toBe(couponIdOf(one));
      const same = one.code === other.code && one.percent === other.percent && one.duration === other.duration;
      expect(couponIdOf(one) === couponIdOf(other)).toBe(same);
      if (one.percent !== other.percent)
        expect(couponIdOf({ ...one, percent: other.percent })).not.toBe(couponIdOf(one));
    }),
    { numRuns: 2000 },
  );
});

test("a code that ends like the id of another percentage gets its own coupon id", () => {
  const ids = [
    { code: "SAVE", percent: 10, duration: "once" },
    { code: "SAVE-10", percent: 10, duration: "once" },
    { code: "SAVE-10-ONCE", percent: 10, duration: "once" },
    { code: "SAVE", percent: 1, duration: "once" },
    { code: "SAVE", percent: 10, duration: "1 months" },
    { code: "SAVE", percent: 10, duration: "11 months" },
    { code: "SAVE", percent: 10, duration: "forever" },
  ].map(couponIdOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test("months are counted, all others last once or for ever", () => {
  expect(["once", "forever", "1 months", "36 months"].map(lastsOf)).toEqual(["once", "forever", 1, 36]);
});
