import type { Cents } from "~/domain/billing/units";

/** Where a top-up and its bank send the browser back to. */
export interface ReturnUrls {
  success: string;
  cancel: string;
}

/** A card as the provider describes it. */
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

/** A card set-up as the provider describes it. */
export interface CardSetupFacts {
  setupIntentId: string;
  customerId: string | null;
  succeeded: boolean;
  pmId: string | null;
}

/** A payment as the provider describes it now. */
export interface PaymentFacts {
  paymentIntentId: string;
  customerId: string | null;
  /** The top-up named in its metadata. */
  topupId: string | null;
  status: "succeeded" | "processing" | "requires_action" | "canceled" | "open";
  currency: string;
  livemode: boolean;
  /** What was paid. */
  received: Cents;
  pmId: string | null;
  /** Whether the bank refused only because the customer was not there. */
  needsCustomer: boolean;
  /** Page of the bank, when it asks for confirmation. */
  actionUrl: string;
  /** The provider's words about the last failure; empty without one. */
  message: string;
}

/** A visit of the provider's page as it stands now. */
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
  /** Nothing is known; the same key asks again. */
  | { kind: "unknown" };

export interface RefundFacts {
  refundId: string;
  paymentIntentId: string | null;
  cents: Cents;
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
}

export interface DisputeFacts {
  disputeId: string;
  paymentIntentId: string | null;
  cents: Cents;
  status: string;
  reason: string;
  openedAt: Date;
  /** How many times its money has moved: of two readings the one with more is the later. */
  movements: number;
  /** Net of what the provider took for it and gave back, fees aside; positive while the money is gone. */
  withdrawn: Cents;
}
