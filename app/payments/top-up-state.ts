import type { PaymentFacts } from "./inside/provider/payment-facts";

/** States of a top-up (6.5). */
export type TopUpState = "created" | "requires_action" | "pending" | "settled" | "refunded" | "disputed" | "failed";

/**
 * Payment method of a top-up: a saved card with the customer present, a card entered on the provider's page, or a saved
 * card without the customer.
 */
export type TopUpMethod = "saved_card" | "new_card" | "auto";

/** States with a pending outcome. */
export const OPEN_STATES = ["created", "requires_action", "pending"] as const satisfies TopUpState[];

/** Checks whether a top-up waits for its customer, at the bank or on the provider's page. */
export function waitsForCustomer({ state, way }: { state: TopUpState; way: TopUpMethod }): boolean {
  return state === "requires_action" || (state === "created" && way === "new_card");
}

/** Checks whether the money has arrived; no later report of the provider about the payment changes that. */
export function isPaid(state: TopUpState): boolean {
  return state === "settled" || state === "refunded" || state === "disputed";
}

/**
 * The state after a payment's state at the provider (6.5). A paid payment always counts, even after 'failed': an
 * abandoned payment can still be paid.
 */
export function stateAfterPayment(
  { state, way }: { state: TopUpState; way: TopUpMethod },
  { status, needsCustomer }: Pick<PaymentFacts, "status" | "needsCustomer">,
): TopUpState {
  if (isPaid(state)) return state;
  if (status === "succeeded") return "settled";
  if (state === "failed") return state;
  if (status === "canceled") return "failed";
  if (status === "processing") return "pending";
  // The provider's own page handles the bank's confirmation, and another card after a refusal.
  if (way === "new_card") return "created";
  if (status === "requires_action") return "requires_action";
  // A charge refused because the customer was absent waits for them; a saved card is the only one to try.
  return way === "auto" && (needsCustomer || state === "requires_action") ? "requires_action" : "failed";
}

/** The state of a paid top-up after refunds and disputes: the later ones win. */
export function stateAfterReversal(given: { refundedCents: bigint; disputed: boolean }): TopUpState {
  if (given.disputed) return "disputed";
  return given.refundedCents > 0n ? "refunded" : "settled";
}
