import { describe, expect, expectTypeOf, test } from "vitest";
import {
  asPphCents,
  asUnits,
  type Cents,
  centsToUnits,
  divideDown,
  type PphCents,
  type Units,
  unitsFor,
  unitsToDollars2,
  unitsToDollars4,
  wholeCents,
} from "~/money/units";
import type { Credit } from "~/money/add-credit.server";
import type { Entry } from "~/money/ledger.server";

describe("rates and amounts are different types", () => {
  test("a rate, cents or a plain number cannot be passed where ledger units are due", () => {
    expectTypeOf<PphCents>().not.toExtend<Units>();
    expectTypeOf<Cents>().not.toExtend<Units>();
    expectTypeOf<bigint>().not.toExtend<Units>();
    expectTypeOf<number>().not.toExtend<PphCents>();
    expectTypeOf<PphCents>().not.toExtend<Credit["units"]>();
    expectTypeOf<PphCents>().not.toExtend<Entry["units"]>();
    expectTypeOf<Units>().not.toExtend<Parameters<typeof unitsFor>[0]>();
    expectTypeOf<PphCents>().not.toExtend<Parameters<typeof wholeCents>[0]>();
    expectTypeOf(unitsFor(asPphCents(95), 1)).toEqualTypeOf<Units>();
  });

  test("a price is a whole number of cents, 0 or more", () => {
    expect(() => asPphCents(0.5)).toThrow(RangeError);
    expect(() => asPphCents(-1)).toThrow(RangeError);
  });
});

describe("rounding", () => {
  test.each([
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [-8n, 2n, -4n],
    [0n, 36n, 0n],
  ])("%s / %s is %s", (amount, by, expected) => {
    expect(divideDown(amount, by)).toBe(expected);
  });

  test.each([
    { units: 1_402_960n, dollars2: 3.89, dollars4: 3.8971 },
    { units: 360_000n, dollars2: 1, dollars4: 1 },
    { units: 35n, dollars2: 0, dollars4: 0 },
    { units: -1n, dollars2: -0.01, dollars4: -0.0001 },
  ])("$units units are shown rounded down", ({ units, dollars2, dollars4 }) => {
    expect(unitsToDollars2(asUnits(units))).toBe(dollars2);
    expect(unitsToDollars4(asUnits(units))).toBe(dollars4);
  });

  test("a rate costs its own number of units each second (B1)", () => {
    expect(unitsFor(asPphCents(190), 7384)).toBe(1_402_960n);
    expect(wholeCents(asUnits(1_402_960n))).toBe(389n);
    expect(centsToUnits(389n)).toBe(1_400_400n);
  });
});
