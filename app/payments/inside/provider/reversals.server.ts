import Stripe from "stripe";
import type { Cents } from "~/money/units";
import { idOf } from "./id-of";
import type { DisputeFacts, RefundAnswer, RefundFacts } from "./payment-facts";
import { ask, askFor } from "~/payments/stripe-client.server";

/** Reads a refund; null for an unknown id. */
export async function readRefund(refundId: string): Promise<RefundFacts | null> {
  const refund = await askFor((stripe) => stripe.refunds.retrieve(refundId));
  return refund && factsOf(refund);
}

function factsOf(refund: Stripe.Refund): RefundFacts {
  return {
    refundId: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    cents: BigInt(refund.amount) as Cents,
    status: (refund.status ?? "pending") as RefundFacts["status"],
    orderId: refund.metadata?.["order"] ?? null,
  };
}

/** Refunds part of a payment to its card, once per order: a repeated request gets the same refund for a day. */
export async function makeRefund(order: {
  orderId: string;
  paymentIntentId: string;
  cents: Cents;
}): Promise<RefundAnswer> {
  const { orderId, paymentIntentId, cents } = order;
  try {
    const wanted = { payment_intent: paymentIntentId, amount: Number(cents), metadata: { order: orderId } };
    const refund = await ask((stripe) => stripe.refunds.create(wanted, { idempotencyKey: `refund:${orderId}` }));
    return { kind: "made", refund: factsOf(refund) };
  } catch (error) {
    // Refunded at the provider meanwhile, disputed, or too old.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: "refused", message: error.message };
    throw error;
  }
}

/** Reads a dispute; null for an unknown id. */
export async function readDispute(disputeId: string): Promise<DisputeFacts | null> {
  const dispute = await askFor((stripe) => stripe.disputes.retrieve(disputeId));
  if (!dispute) return null;
  return {
    disputeId: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    cents: BigInt(dispute.amount) as Cents,
    status: dispute.status,
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    movements: dispute.balance_transactions.length,
    withdrawn: withdrawnBy(dispute),
  };
}

/** Sums the withdrawn money from the dispute's balance transactions; the house pays the fee. */
function withdrawnBy(dispute: Stripe.Dispute): Cents {
  const foreign = dispute.balance_transactions.find(({ currency }) => currency !== "usd");
  if (foreign) throw new Error(`dispute ${dispute.id} was settled in ${foreign.currency}, not in usd`);
  return BigInt(-dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)) as Cents;
}
