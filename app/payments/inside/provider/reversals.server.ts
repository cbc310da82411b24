import type Stripe from "stripe";
import type { Cents } from "~/money/units";
import { idOf } from "./id-of";
import type { DisputeFacts, RefundFacts } from "./payment-facts";
import { askFor } from "~/payments/stripe-client.server";

/** Reads a refund; null for an unknown id. */
export async function readRefund(refundId: string): Promise<RefundFacts | null> {
  const refund = await askFor((stripe) => stripe.refunds.retrieve(refundId));
  if (!refund) return null;
  return {
    refundId: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    cents: BigInt(refund.amount) as Cents,
    status: (refund.status ?? "pending") as RefundFacts["status"],
  };
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
