import type { Seller } from "~/money/seller";
import type { Cents } from "~/money/units";
import type { Vat } from "~/payments/vat";

/** An invoice that is paid by bank transfer (B23). */
export interface BankInvoice {
  invoiceId: string;
  tenantId: number;
  tenantName: string;
  number: string;
  state: "open" | "paid" | "cancelled";
  cents: Cents;
  vatCents: Cents;
  vat: Vat | null;
  creditWhen: "issued" | "paid";
  issuedAt: Date;
  /** YYYY-MM-DD, UTC. */
  dueOn: string;
  receivedCents: Cents;
  /** Money that came beyond the total and went back. */
  returnedCents: Cents;
  creditedAt: Date | null;
  endedAt: Date | null;
  seller: Seller;
  bankDetails: string;
}

/** Days after the due date at which the second reminder goes out and no other invoice is issued. */
export const LATE_DAYS = 7;

export type InvoiceStanding = "open" | "overdue" | "paid" | "cancelled";

/** The state that people read: an open invoice is overdue after its due date. */
export function standingOf({ state, dueOn }: Pick<BankInvoice, "state" | "dueOn">, today: string): InvoiceStanding {
  return state === "open" && dueOn < today ? "overdue" : state;
}

/** The amount to pay, with VAT. */
export function totalOf({ cents, vatCents }: Pick<BankInvoice, "cents" | "vatCents">): Cents {
  return (cents + vatCents) as Cents;
}

/** The part that has not come yet; above the total, nothing. */
export function dueOf(invoice: Pick<BankInvoice, "cents" | "vatCents" | "receivedCents">): Cents {
  const due = totalOf(invoice) - invoice.receivedCents;
  return (due > 0n ? due : 0n) as Cents;
}

/** Follows the surplus of an invoice, for its customer. */
export const NOT_IN_BALANCE = "more than was due came in. It is not in your balance: write to us to have it sent back.";

/** The part that came beyond the total and has not gone back: it is noted, and not credited. */
export function overOf(invoice: Pick<BankInvoice, "cents" | "vatCents" | "receivedCents" | "returnedCents">): Cents {
  const over = invoice.receivedCents - invoice.returnedCents - totalOf(invoice);
  return (over > 0n ? over : 0n) as Cents;
}
