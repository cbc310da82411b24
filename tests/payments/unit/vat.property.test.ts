import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cents } from "~/money/units";
import { type Paid, vatInPart, vatOf, vatOn, vatOnPart } from "~/payments/vat";

const cents = (amount: number | bigint) => BigInt(amount) as Cents;

describe("VAT of a payment (B22)", () => {
  const facts = { sellerCountry: "NL", country: "NL", checked: false, ownBp: 2100, theirsBp: null };
  test.each([
    ["in the seller's country, its rate, even with a checked number", { checked: true }, "NL", 2100, "domestic"],
    ["an unknown country counts as the seller's", { country: "" }, "NL", 2100, "domestic"],
    [
      "a consumer elsewhere in the Union, the rate of that country",
      { country: "DE", theirsBp: 1900 },
      "DE",
      1900,
      "destination",
    ],
    ["without a rate for it, the seller's own", { country: "DE" }, "NL", 2100, "domestic"],
    [
      "a checked business elsewhere in the Union, reverse charge",
      { country: "DE", theirsBp: 1900, checked: true },
      "DE",
      0,
      "reverse_charge",
    ],
    ["outside the Union, none", { country: "US", checked: true }, "US", 0, "outside"],
    ["a seller outside the Union has no own rate there", { sellerCountry: "CH", country: "DE" }, "DE", 0, "outside"],
    ["but the rate given for it", { sellerCountry: "CH", country: "DE", theirsBp: 1900 }, "DE", 1900, "destination"],
  ])("%s", (_, given, country, rateBp, reason) => {
    expect(vatOf({ ...facts, ...given })).toEqual({ country, rateBp, reason });
  });

  test("half a cent is rounded up", () => {
    expect(vatOn(cents(10_000), 2100)).toBe(2100n);
    expect([vatOn(cents(50), 500), vatOn(cents(10), 500), vatOn(cents(9), 500)]).toEqual([3n, 1n, 0n]);
  });
});

describe("VAT of what goes back (B22)", () => {
  const payments = fc.record({
    net: fc.bigInt({ min: 1n, max: 1_000_000n }),
    bp: fc.integer({ min: 0, max: 5000 }),
    parts: fc.array(
      fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), net: fc.boolean(), fails: fc.boolean() }),
      { maxLength: 12 },
    ),
  });
  interface Part {
    part: bigint;
    vat: bigint;
  }
  const stateOf = (net: bigint, vatCents: Cents, live: Part[]): Paid => ({
    ...{ cents: cents(net + vatCents), vatCents },
    backCents: cents(live.reduce((sum, { part }) => sum + part, 0n)),
    backVatCents: cents(live.reduce((sum, { vat }) => sum + vat, 0n)),
  });

  test("parts in any order, of which some fail, give back exactly what was paid, and never more", () => {
    fc.assert(
      fc.property(payments, ({ net, bp, parts }) => {
        const vatCents = vatOn(cents(net), bp);
        const live: Part[] = [];
        for (const { share, net: isNet, fails } of parts) {
          const paid = stateOf(net, vatCents, live);
          const left = paid.cents - paid.backCents;
          const netLeft = left - (paid.vatCents - paid.backVatCents);
          const wanted = BigInt(Math.floor(Number(isNet ? netLeft : left) * share));
          const vat = isNet ? vatOnPart(paid, cents(wanted)) : vatInPart(paid, cents(wanted));
          const part = isNet ? wanted + vat : wanted;
          expect(vat).toBeGreaterThanOrEqual(0n);
          expect(part - vat).toBeGreaterThanOrEqual(0n);
          live.push({ part, vat });
          const next = stateOf(net, vatCents, live);
          expect(next.backCents).toBeLessThanOrEqual(paid.cents);
          expect(next.backVatCents).toBeLessThanOrEqual(vatCents);
          expect(next.backCents - next.backVatCents).toBeLessThanOrEqual(net);
          if (fails) live.splice(Math.floor(share * live.length), 1);
        }
        const paid = stateOf(net, vatCents, live);
        const rest = cents(paid.cents - paid.backCents);
        expect(paid.backVatCents + vatInPart(paid, rest)).toBe(vatCents);
        const netRest = cents(rest - (vatCents - paid.backVatCents));
        expect(netRest + vatOnPart(paid, netRest)).toBe(rest);
      }),
      { numRuns: 3000 },
    );
  });
});
