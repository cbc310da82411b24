import type Stripe from "stripe";

/** The stored objects by their `object`. Names with an underscore are internal: stored, and never answered. */
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
  /** Number of the test card, which decides the result of a charge. */
  _number?: string;
  /** True if the cardholder has confirmed it for later charges. */
  _set_up?: boolean;
  /** True if it was used without a customer, or detached: it can never be used again. */
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
  /** True if the end of the trial was announced. */
  _trial_told?: boolean;
}

interface InvoiceSecrets {
  _payment_intent?: string;
  /** The subscription that waits for the money. */
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
  /** Hash of the first request's method, path and parameters. */
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
  /** Due time in milliseconds of real time, like the receiver. */
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
