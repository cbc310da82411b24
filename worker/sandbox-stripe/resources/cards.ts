import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { metadata } from "../wire/metadata";
import { missing, refuse, StripeError } from "../wire/stripe-error";
import { cardDetails, readCard, type TypedCard } from "./card-numbers";
import { cardByName, cardByNumber, type Decline, type TestCard } from "./test-cards";

type PaymentMethod = Kinds["payment_method"];

/** Creates a payment method for an entered card or a test token. */
export function makeCard(
  sandbox: Sandbox,
  given: {
    card: TypedCard & { token?: string };
    billing?: Stripe.PaymentMethodCreateParams.BillingDetails;
    metadata?: Record<string, string | number | null>;
  },
): PaymentMethod {
  const nextYear = new Date(sandbox.clock.now() * 1000).getUTCFullYear() + 1;
  const { token, exp_month = 12, exp_year = nextYear } = given.card;
  const card = token === undefined ? readCard(sandbox, given.card) : cardByName(token);
  if (!card) throw missing("token", token ?? "", "card[token]");
  const { name = null, email = null, phone = null, address } = given.billing ?? {};
  const empty = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return sandbox.add("payment_method", {
    type: "card",
    allow_redisplay: "unspecified",
    card: cardDetails(card, { exp_month, exp_year }),
    billing_details: {
      address: { ...empty, ...(address === "" || address === null ? {} : address) },
      email: email === "" ? null : email,
      name: name === "" ? null : name,
      phone: phone === "" ? null : phone,
      tax_id: null,
    },
    metadata: metadata(given.metadata),
    _number: card.number,
  });
}

/** The payment method with that id; a name like `pm_card_visa` creates a new one each time. */
export function needCard(sandbox: Sandbox, id: string, param = "payment_method"): PaymentMethod {
  if (id.startsWith("pm_card_") && cardByName(id)) return makeCard(sandbox, { card: { token: id } });
  return sandbox.store.need("payment_method", id, param);
}

/** Refuses another customer's card, and a used-up one. */
export function needUsable(method: PaymentMethod, customer: string | null, param = "payment_method"): void {
  const owner = idOf(method.customer);
  if (method._spent && owner === null)
    refuse(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
      { param },
    );
  if (owner !== null && owner !== customer)
    refuse(
      customer === null
        ? `The payment method ${method.id} belongs to a customer. Please include the customer in the request.`
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { param },
    );
}

export function testCardOf(method: PaymentMethod): TestCard {
  const card = cardByNumber(method._number ?? "");
  if (!card) throw new Error(`${method.id} is not a test card`);
  return card;
}

/** Saves the card with the customer, unless its bank declines. */
export function attach(sandbox: Sandbox, method: PaymentMethod, customer: string): void {
  if (idOf(method.customer) === customer) return;
  const { decline, savable } = testCardOf(method);
  if (decline && !savable) throw declined(decline);
  sandbox.store.change(method, { customer });
  sandbox.emit("payment_method.attached", method);
}

export function declined({ message, ...details }: Decline, more: object = {}): StripeError {
  return new StripeError(402, message, { type: "card_error", ...details, ...more });
}
