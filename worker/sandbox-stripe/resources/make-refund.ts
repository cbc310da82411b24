import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { refuse } from "../wire/stripe-error";
import { pageDollars } from "../pages/dollars";
import { book } from "./balance";
import { testCardOf } from "./cards";

type Charge = Kinds["charge"];
type Refund = Kinds["refund"];

export interface RefundOrder {
  charge: Charge;
  amount?: number | undefined;
  reason?: Refund["reason"];
  metadata: Record<string, string>;
}

/** Refunds money of a charge to the card. */
export function makeRefund(sandbox: Sandbox, order: RefundOrder): Refund {
  const { charge, reason = null, metadata } = order;
  const left = charge.amount - charge.amount_refunded;
  const { amount = left } = order;
  if (!charge.paid) refuse(`Charge ${charge.id} has not been paid.`, { code: "charge_not_refundable" });
  if (charge.disputed)
    refuse(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  if (left === 0) refuse(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if (!Number.isInteger(amount) || amount < 1)
    refuse("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (amount > left)
    refuse(
      `Refund amount (${pageDollars(amount)}) is greater than unrefunded amount on charge (${pageDollars(left)})`,
      { param: "amount" },
    );
  const refund = sandbox.add("refund", {
    amount,
    reason,
    metadata,
    charge: charge.id,
    currency: charge.currency,
    status: "succeeded",
    destination_details: { type: "card", card: { type: "refund" } },
    payment_intent: charge.payment_intent,
    customer: charge.customer,
  });
  const [type, category, source] = ["refund", "refund", refund.id] as const;
  const booked = book(sandbox, { type, category, source, amount: -amount, currency: charge.currency });
  sandbox.store.change(refund, { balance_transaction: booked.id });
  countRefunded(sandbox, charge, amount);
  sandbox.emit("refund.created", refund);
  sandbox.emit("charge.refunded", charge);
  return refund;
}

/** Fails a refund: the money returns to the account. */
export function failRefund(sandbox: Sandbox, refund: Refund): Refund {
  if (refund.status !== "succeeded") refuse(`Refund ${refund.id} is ${refund.status} already.`);
  const charge = sandbox.store.need("charge", idOf(refund.charge));
  const [type, category, source] = ["refund_failure", "refund_failure", refund.id] as const;
  const booked = book(sandbox, { type, category, source, amount: refund.amount, currency: refund.currency });
  sandbox.store.change(refund, {
    failure_balance_transaction: booked.id,
    failure_reason: "expired_or_canceled_card",
    status: "failed",
  });
  countRefunded(sandbox, charge, -refund.amount);
  sandbox.emit("refund.updated", refund);
  sandbox.emit("refund.failed", refund);
  return refund;
}

/** Refunds to a card that accepts none fail a moment later. */
export function failRefunds(sandbox: Sandbox): void {
  const { store, clock } = sandbox;
  for (const refund of store.all("refund")) {
    if (refund.status !== "succeeded" || refund.created >= clock.now()) continue;
    const charge = store.find("charge", idOf(refund.charge));
    const method = store.find("payment_method", charge?.payment_method);
    if (method && testCardOf(method).refundFails) failRefund(sandbox, refund);
  }
}

function countRefunded(sandbox: Sandbox, charge: Charge, amount: number): void {
  const refunded = charge.amount_refunded + amount;
  sandbox.store.change(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
}
