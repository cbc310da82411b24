import { prepareInvoice } from "./inside/subscription/apply-invoice.server";
import { prepareSubscription } from "./inside/subscription/apply-subscription.server";
import { type Apply, preparePayment } from "./apply-payment.server";
import { prepareCard } from "./apply-card.server";
import { prepareDispute } from "./apply-dispute.server";
import { prepareRefund } from "./apply-refund.server";
import { prepareSession } from "./inside/apply-session.server";
import { prepareSetup } from "./inside/apply-setup.server";

/** Reads the object of an event at the provider; the returned function applies it. */
type Prepare = (objectId: string, now: Date) => Promise<Apply>;

/** The processed types (4.3). Others are only stored. */
const WORK: Record<string, Prepare | undefined> = {
  "payment_intent.succeeded": preparePayment,
  "payment_intent.processing": preparePayment,
  "payment_intent.payment_failed": preparePayment,
  "payment_intent.canceled": preparePayment,
  "checkout.session.completed": prepareSession,
  "checkout.session.expired": prepareSession,
  "checkout.session.async_payment_succeeded": prepareSession,
  "checkout.session.async_payment_failed": prepareSession,
  "setup_intent.succeeded": prepareSetup,
  "payment_method.attached": prepareCard,
  "payment_method.detached": prepareCard,
  "payment_method.automatically_updated": prepareCard,
  "refund.created": prepareRefund,
  "refund.updated": prepareRefund,
  "refund.failed": prepareRefund,
  "charge.dispute.created": prepareDispute,
  "charge.dispute.funds_withdrawn": prepareDispute,
  "charge.dispute.funds_reinstated": prepareDispute,
  "charge.dispute.closed": prepareDispute,
  "customer.subscription.created": prepareSubscription,
  "customer.subscription.updated": prepareSubscription,
  "customer.subscription.deleted": prepareSubscription,
  "invoice.finalized": prepareInvoice,
  "invoice.paid": prepareInvoice,
  "invoice.payment_failed": prepareInvoice,
  "invoice.voided": prepareInvoice,
};

/** The work for a type of event; null for types without any. */
export function workOf(type: string): Prepare | null {
  return Object.hasOwn(WORK, type) ? (WORK[type] ?? null) : null;
}
