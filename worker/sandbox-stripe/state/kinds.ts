import type Stripe from "stripe";

/**
 * What the sandbox keeps, by the `object` of each. What begins with an underscore is its own knowledge: it is kept
 * with the object and never answered.
 */
export interface Kinds {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod & PaymentMethodSecrets;
  setup_intent: Stripe.SetupIntent & { _return_url?: string; _session?: string };
  payment_intent: Stripe.PaymentIntent & PaymentIntentSecrets;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute & { _fee_txn?: string };
  balance_transaction: Stripe.BalanceTransaction;
  "checkout.session": Stripe.Checkout.Session & CheckoutSecrets;
  event: Stripe.Event;
  product: Stripe.Product;
  price: Stripe.Price;
  coupon: Stripe.Coupon;
  discount: Stripe.Discount;
  "billing.meter": Stripe.Billing.Meter;
  subscription: Stripe.Subscription & SubscriptionSecrets;
  invoice: Stripe.Invoice & InvoiceSecrets;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  _meter_event: MeterEvent;
  _idempotency: KeptAnswer;
  _delivery: Delivery;
  _meta: Meta;
}

export type Kind = keyof Kinds;

interface PaymentMethodSecrets {
  /** Number of the test card, which decides what happens to a charge. */
  _number?: string;
  /** The cardholder has confirmed it for later charges. */
  _set_up?: boolean;
  /** Used without a customer, or detached: never usable again. */
  _spent?: boolean;
}

interface PaymentIntentSecrets {
  _return_url?: string;
  _off_session?: boolean;
  _session?: string;
  _invoice?: string;
}

interface CheckoutSecrets {
  _payment_intent_data?: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
  _line_items: Stripe.LineItem[];
}

interface SubscriptionSecrets {
  /** The end of the trial was announced. */
  _trial_told?: boolean;
}

interface InvoiceSecrets {
  _payment_intent?: string;
  /** Which subscription waits for the money. */
  _subscription?: string;
}

export interface MeterEvent {
  id: string;
  object: "_meter_event";
  event_name: string;
  customer: string;
  created: number;
  value: number;
  timestamp: number;
}

export interface KeptAnswer {
  id: string;
  object: "_idempotency";
  /** Method, path and parameters of the first request, hashed. */
  hash: string;
  status: number;
  body: string;
  created: number;
}

export interface Delivery {
  id: string;
  object: "_delivery";
  event: string;
  url: string;
  tries: number;
  /** In milliseconds of real time, as the receiver lives in it. */
  due_ms: number;
  state: "waiting" | "held" | "delivered" | "given_up";
  wrong_secret: boolean;
}

export interface Meta {
  id: "meta";
  object: "_meta";
  origin: string;
  clock_offset_ms: number;
}
