import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { makeRefund } from "./make-refund";

export const refunds: Runs = {
  "Refunds.create": run<Stripe.RefundCreateParams>((sandbox, params) => {
    const charge = chargeToRefund(sandbox, params);
    const { amount, reason } = params;
    return makeRefund(sandbox, { charge, amount, reason, metadata: metadata(params.metadata) });
  }),

  "Refunds.retrieve": run(({ store }, _params, { id }) => store.need("refund", id)),
};

export function chargeToRefund(
  { store }: Sandbox,
  given: { charge?: string; payment_intent?: string },
): Kinds["charge"] {
  if (given.charge) return store.need("charge", given.charge, "charge");
  if (!given.payment_intent)
    refuse("One of the following params should be provided for this request: payment_intent or charge.");
  const intent = store.need("payment_intent", given.payment_intent, "payment_intent");
  if (intent.status !== "succeeded")
    refuse(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return store.need("charge", idOf(intent.latest_charge));
}
