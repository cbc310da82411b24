import type { Cents } from "~/money/units";

/** URLs to which the provider and the bank return the browser. */
export interface ReturnUrls {
  success: string;
  cancel: string;
}

/** A card, in the provider's description. */
export interface CardFacts {
  pmId: string;
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  holderName: string;
  fingerprint: string;
}

/** A person who began to add a card at the provider, and the time. */
export interface Adder {
  userId: number;
  since: Date;
}

/** A card set-up, in the provider's description. */
export interface CardSetupFacts {
  setupIntentId: string;
  customerId: string | null;
  succeeded: boolean;
  pmId: string | null;
  adder: Adder | null;
}

/** A payment, in the provider's present description. */
export interface PaymentFacts {
  paymentIntentId: string;
  customerId: string | null;
  /** The person who saves its card with it; null if it saves none. */
  adder: Adder | null;
  /** The top-up in its metadata. */
  topupId: string | null;
  /** True if automatic top-up charged it, by its metadata. */
  isAutomatic: boolean;
  status: "succeeded" | "processing" | "requires_action" | "canceled" | "open";
  currency: string;
  livemode: boolean;
  /** The amount that was paid. */
  received: Cents;
  /** The VAT in its metadata (B22); null: VAT was off. */
  vatCents: Cents | null;
  createdAt: Date;
  pmId: string | null;
  /** True if the bank refused only because the customer was absent. */
  needsCustomer: boolean;
  /** The bank's page, if it asks for confirmation. */
  actionUrl: string;
  /** The provider's text about the last failure; empty without one. */
  message: string;
}

/** A visit to the provider's page, in its present state. */
export interface SessionFacts {
  sessionId: string;
  status: "open" | "complete" | "expired";
  url: string | null;
  paymentIntentId: string | null;
  setupIntentId: string | null;
}

export type ChargeResult =
  | { kind: "answered"; payment: PaymentFacts }
  | {
      kind: "declined";
      code: string;
      message: string;
      needsCustomer: boolean;
      paymentIntentId: string | null;
    }
  /** The outcome is unknown; a retry uses the same key. */
  | { kind: "unknown" };

export interface RefundFacts {
  refundId: string;
  paymentIntentId: string | null;
  cents: Cents;
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
  /** The order of ours in its metadata; null for one from the provider's dashboard. */
  orderId: string | null;
}

/** The answer to an order of a refund; a refusal is final. */
export type RefundAnswer = { kind: "made"; refund: RefundFacts } | { kind: "refused"; message: string };

export interface DisputeFacts {
  disputeId: string;
  paymentIntentId: string | null;
  cents: Cents;
  status: string;
  reason: string;
  openedAt: Date;
  /** Number of movements of its money: the reading with more is later. */
  movements: number;
  /** Withdrawn money less returned money, without fees; positive while the money is gone. */
  withdrawn: Cents;
}
