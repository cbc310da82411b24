import { centsText } from "~/platform/cents-text";
import { epochSeconds } from "~/platform/epoch-seconds";
import type { Cents } from "~/money/units";
import { type BankInvoice, dueOf, overOf, standingOf, totalOf } from "./inside/bank/bank-invoice";
import type { CreditNoteRow, TransferRow } from "./inside/bank/read-invoice.server";
import { vatLabel, vatSentence } from "./vat";

/** An invoice as screens show it. */
export function invoiceView(invoice: BankInvoice, today: string) {
  const { invoiceId, tenantName, number, dueOn, issuedAt, vat, cents, vatCents, receivedCents, creditWhen } = invoice;
  const over = overOf(invoice);
  return {
    ...{ id: invoiceId, tenantName, number, dueOn, creditWhen, standing: standingOf(invoice, today) },
    issuedTs: epochSeconds(issuedAt),
    net: centsText(cents),
    vat: vat && { label: vatSentence(vat.reason) || vatLabel(vat), amount: centsText(vatCents) },
    total: centsText(totalOf(invoice)),
    received: receivedCents > 0n ? centsText(receivedCents) : null,
    due: centsText(dueOf(invoice)),
    over: over > 0n ? centsText(over) : null,
    credited: invoice.creditedAt !== null,
    issuedBy: invoice.seller.name,
    bankLines: invoice.bankDetails.split("\n"),
  };
}

export type InvoiceView = ReturnType<typeof invoiceView>;

/** A credit note as screens show it. */
export function noteView({ noteId, number, cents, reason, givenAt, by }: CreditNoteRow) {
  return { noteId, number, reason, by, amount: centsText(cents as Cents), ts: epochSeconds(givenAt) };
}

export type NoteView = ReturnType<typeof noteView>;

/** Money that came or went back, as screens show it. */
export function transferView({ cents, ...row }: TransferRow) {
  return { ...row, amount: centsText(cents as Cents) };
}

export type TransferView = ReturnType<typeof transferView>;
