import Stripe from "stripe";
import type { Cents } from "~/money/units";
import { idOf } from "./id-of";
import { ask } from "~/payments/stripe-client.server";

/** Checks whether an invoice was paid with money, not by a discount or a balance. */
export async function isInvoicePaid(invoiceId: string): Promise<boolean> {
  const invoice = await ask((stripe) => stripe.invoices.retrieve(invoiceId));
  return invoice.status === "paid" && invoice.amount_paid > 0;
}

/**
 * Refunds to the card all payments of a subscription. Idempotent: the provider never refunds more than was paid.
 * @returns the sum refunded now or before.
 */
export async function refundSubscription(providerId: string): Promise<Cents> {
  const page = await ask((stripe) =>
    stripe.invoices.list({
      subscription: providerId,
      status: "paid",
      limit: 100,
      expand: ["data.payments"],
    }),
  );
  let cents = 0n;
  for (const { payments } of page.data)
    for (const { payment, status, amount_paid: paid } of payments?.data ?? []) {
      const paymentIntentId = idOf(payment.payment_intent);
      if (status === "paid" && paymentIntentId) cents += await refundPayment(paymentIntentId, BigInt(paid ?? 0));
    }
  return cents as Cents;
}

async function refundPayment(paymentIntentId: string, paid: bigint): Promise<bigint> {
  try {
    const refund = await ask((stripe) =>
      stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey: `refund:${paymentIntentId}` }),
    );
    return BigInt(refund.amount);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === "charge_already_refunded") return paid;
    // The bank has already withdrawn it.
    if (error.code === "charge_disputed") return 0n;
    throw error;
  }
}
