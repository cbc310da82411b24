import { expect, test } from "vitest";
import { CALC_PERIODS, costPerDayCents, costPph } from "~/compute/gpu-cost";
import { sizingOf } from "~/compute/inside/pricing/sizing";

test("a reservation costs GPUs × price an hour, and 24 times that a day (B16)", () => {
  expect(costPph(95, 16)).toBe(1520);
  expect(costPerDayCents(costPph(95, 2))).toBe(4560);
});

test("the calculator's month is 730 hours: 2 a5000 are $1387.00 (section 10)", () => {
  const month = CALC_PERIODS.find((one) => one.label === "1 Month");
  expect(costPph(95, 2) * (month?.hours ?? 0)).toBe(138_700);
  expect(CALC_PERIODS.map((one) => one.hours)).toEqual([1, 24, 730]);
});

test.each([
  [1, { nodes: 1, ramGb: 16, ssdGb: 200, vcpu: 32 }],
  [4, { nodes: 1, ramGb: 64, ssdGb: 800, vcpu: 32 }],
  [8, { nodes: 1, ramGb: 128, ssdGb: 1600, vcpu: 32 }],
  [16, { nodes: 2, ramGb: 128, ssdGb: 1600, vcpu: 32 }],
  [64, { nodes: 8, ramGb: 128, ssdGb: 1600, vcpu: 32 }],
])("%i GPUs are sized as in section 10", (gpus, sizing) => expect(sizingOf(gpus)).toEqual(sizing));
