import Stripe from "stripe";

/** The objects of an order: if the provider lacks one, there is no subscription. */
type OrderPart = "customer" | "card" | "price" | "coupon" | "trial";

/** The answer to an order: the subscription's id, or the object that the provider did not find or cannot use. */
export type OrderAnswer = { kind: "made"; providerId: string } | { kind: "refused"; part: OrderPart; message: string };

/** Request parameters by the object they name, and the provider's messages that name no parameter. */
const PARTS: readonly { part: OrderPart; param: RegExp; words: RegExp }[] = [
  { part: "customer", param: /^customer$/, words: /^No such customer/ },
  { part: "card", param: /payment_method$/, words: /^No such PaymentMethod|does not have a payment method/ },
  { part: "price", param: /^items\b/, words: /^No such (price|product)|price specified is inactive/ },
  { part: "coupon", param: /^(discounts|coupon)\b/, words: /^No such coupon|^Coupon expired/ },
  // The subscription has ended since it was read.
  { part: "trial", param: /^trial_end$/, words: /^Invalid timestamp/ },
];

/** The part of an order that a refusal names; null for other refusals, which are faults of the request. */
export function refusedPart(error: unknown): (OrderAnswer & { kind: "refused" }) | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  const { param, message } = error;
  const found = PARTS.find((one) => (param ? one.param.test(param) : one.words.test(message)));
  return found ? { kind: "refused", part: found.part, message } : null;
}
