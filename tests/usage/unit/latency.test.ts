import fc from "fast-check";
import { expect, test } from "vitest";
import { BUCKET_GROWTH, percentile } from "~/usage/inside/sums/latency";

const bucketOf = (ms: number) => Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(BUCKET_GROWTH));

test("a percentile is off by at most 5%", () => {
  const latency = fc.integer({ min: 1, max: 600_000 });
  fc.assert(
    fc.property(fc.array(latency, { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.95, 0.99), (all, share) => {
      const buckets = all.map((ms) => ({ bucket: bucketOf(ms), events: 1 }));
      const exact = all.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(all.length * share)) - 1] ?? 0;
      const read = percentile(buckets, share) ?? 0;
      expect(Math.abs(read - exact) / exact).toBeLessThanOrEqual(0.05);
    }),
  );
});

test("without events there are none", () => {
  expect(percentile([], 0.95)).toBeNull();
});
