import type { Cents } from "~/money/units";

/** A subscription, in the provider's present description. */
export interface SubscriptionFacts {
  providerId: string;
  /** Our row's id, from its metadata. */
  subscriptionId: string | null;
  customerId: string | null;
  livemode: boolean;
  /** The provider's status: incomplete, incomplete_expired, active, past_due, unpaid, paused, trialing, canceled. */
  status: string;
  cancelAtPeriodEnd: boolean;
  /** True if only a suspension ends it with its period, by its metadata. */
  held: boolean;
  /** Card of the subscription; null if it uses the customer's default. */
  pmId: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  latestInvoiceId: string | null;
  createdAt: Date;
}

/** An invoice, in the provider's present description. */
export interface InvoiceFacts {
  invoiceId: string;
  customerId: string | null;
  /** The provider's id of its subscription. */
  providerId: string | null;
  number: string | null;
  status: string;
  total: Cents;
  remaining: Cents;
  /** The fee and the minutes less discounts, without their VAT, and the VAT (B22). Items added by hand have none. */
  netCents: Cents;
  vatCents: Cents;
  /** The month of its fee. */
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
  paidAt: Date | null;
}

/** The next invoice as known now. A negative sum is carried over and counts as 0. */
export interface UpcomingInvoice {
  total: Cents;
  remaining: Cents;
  periodStart: Date;
}
