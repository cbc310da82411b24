import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isPaid,
  stateAfterPayment,
  stateAfterReversal,
  type TopUpState,
  type TopUpMethod,
} from "~/payments/top-up-state";

const WAYS: TopUpMethod[] = ["saved_card", "new_card", "auto"];
const STATES: TopUpState[] = [
  ...(["created", "requires_action", "pending", "settled", "refunded", "disputed", "failed"] as const),
];
const STATUSES = ["succeeded", "processing", "requires_action", "canceled", "open"] as const;
const payment = fc.record({ status: fc.constantFrom(...STATUSES), needsCustomer: fc.boolean() });

test("a paid top-up stays paid, and paid money counts whatever the earlier state", () => {
  fc.assert(
    fc.property(fc.constantFrom(...STATES), fc.constantFrom(...WAYS), payment, (state, way, facts) => {
      const after = stateAfterPayment({ state, way }, facts);
      if (isPaid(state)) expect(after).toBe(state);
      else if (facts.status === "succeeded") expect(after).toBe("settled");
      else expect(isPaid(after)).toBe(false);
    }),
  );
});

test.each([
  // way, state, status, needsCustomer, after
  ["saved_card", "created", "open", false, "failed"],
  ["saved_card", "requires_action", "open", false, "failed"],
  ["saved_card", "created", "requires_action", false, "requires_action"],
  ["new_card", "created", "open", false, "created"],
  ["new_card", "created", "requires_action", false, "created"],
  ["new_card", "created", "canceled", false, "failed"],
  ["auto", "created", "open", false, "failed"],
  ["auto", "created", "open", true, "requires_action"],
  ["auto", "requires_action", "open", false, "requires_action"],
  ["saved_card", "created", "processing", false, "pending"],
  ["saved_card", "failed", "processing", false, "failed"],
] as const)(
  "%s in %s, with %s at the provider (needs the customer: %s): %s",
  (way, state, status, needsCustomer, after) => {
    expect(stateAfterPayment({ state, way }, { status, needsCustomer })).toBe(after);
  },
);

test("a dispute is shown before a refund", () => {
  expect(stateAfterReversal({ refundedCents: 5n, disputed: true })).toBe("disputed");
  expect(stateAfterReversal({ refundedCents: 5n, disputed: false })).toBe("refunded");
  expect(stateAfterReversal({ refundedCents: 0n, disputed: false })).toBe("settled");
});
