import { type BilledTo } from "~/money/billed-to";
import { amountRow, facts, footer, letterhead } from "~/money/document-parts.server";
import { Sheet } from "~/money/sheet.server";
import { centsText } from "~/platform/cents-text";
import { utcDate } from "~/platform/utc-text";
import { type BankInvoice, dueOf, totalOf } from "./inside/bank/bank-invoice";
import { vatLabel, vatSentence } from "./vat";

/** An invoice by bank transfer as a document on one page, streamed (B23). */
export function invoicePdf(invoice: BankInvoice, billedTo: BilledTo): ReadableStream<Uint8Array> {
  const { number, issuedAt, dueOn, seller, vat, cents, vatCents, receivedCents, returnedCents, state } = invoice;
  const sheet = new Sheet({ title: `Invoice ${number}`, author: seller.name, at: issuedAt });
  const stream = sheet.stream();
  let y = letterhead(sheet, { seller, title: "Invoice", subtitle: number, billedTo });
  y = facts(
    sheet,
    [
      ["Invoice number", number],
      ["Issued", utcDate(issuedAt)],
      ["Due", utcDate(new Date(dueOn))],
      ["Reference to quote", number],
      ...(state === "open" ? [] : [["State", state === "paid" ? "Paid" : "Cancelled"] as const]),
    ],
    y,
  );
  sheet.rule(y);
  y = amountRow(sheet, { text: "Description", amount: "Amount (USD)", grey: true }, y + 10);
  y = amountRow(sheet, { text: "Prepaid balance for GPU rental", amount: centsText(cents) }, y);
  if (vat) y = amountRow(sheet, { text: vatSentence(vat.reason) || vatLabel(vat), amount: centsText(vatCents) }, y);
  sheet.rule(y);
  y = amountRow(sheet, { text: "Total", amount: centsText(totalOf(invoice)), bold: true }, y + 10);
  if (receivedCents > 0n) {
    y = amountRow(sheet, { text: "Received", amount: centsText(receivedCents) }, y);
    if (returnedCents > 0n) y = amountRow(sheet, { text: "Returned", amount: centsText(-returnedCents) }, y);
    y = amountRow(sheet, { text: "Still due", amount: centsText(dueOf(invoice)), bold: true }, y);
  }
  y = facts(sheet, bankFacts(invoice), y + 14);
  footer(sheet, `Please transfer the amount in US dollars and quote ${number}.`);
  sheet.end();
  return stream;
}

interface CreditNote {
  number: string;
  cents: bigint;
  vatCents: bigint;
  reason: string;
  givenAt: Date;
}

/** A credit note for a part of an invoice, as a document on one page (B23). */
export function creditNotePdf(note: CreditNote, invoice: BankInvoice, billedTo: BilledTo): ReadableStream<Uint8Array> {
  const { number, givenAt, cents, vatCents, reason } = note;
  const { seller, vat } = invoice;
  const sheet = new Sheet({ title: `Credit note ${number}`, author: seller.name, at: givenAt });
  const stream = sheet.stream();
  let y = letterhead(sheet, { seller, title: "Credit note", subtitle: number, billedTo });
  const rows = [
    ["Credit note", number],
    ["Issued", utcDate(givenAt)],
    ["For invoice", invoice.number],
    ["Reason", reason],
  ] as const;
  y = facts(sheet, rows, y);
  sheet.rule(y);
  y = amountRow(sheet, { text: "Description", amount: "Amount (USD)", grey: true }, y + 10);
  y = amountRow(sheet, { text: "Prepaid balance given back", amount: centsText(vatCents - cents) }, y);
  if (vat) y = amountRow(sheet, { text: vatSentence(vat.reason) || vatLabel(vat), amount: centsText(-vatCents) }, y);
  sheet.rule(y);
  amountRow(sheet, { text: "Total", amount: centsText(-cents), bold: true }, y + 10);
  footer(sheet, "The total goes back by bank transfer.");
  sheet.end();
  return stream;
}

/** The lines of the bank, the first with its label. */
function bankFacts({ bankDetails }: BankInvoice): [string, string][] {
  return bankDetails.split("\n").map((line, at) => [at === 0 ? "Pay to" : "", line]);
}
