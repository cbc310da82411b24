import type { BilledTo } from "../money/billed-to";
import { centsText } from "../platform/cents-text";
import { amountRow, facts, footer, letterhead } from "../money/document-parts.server";
import type { Seller } from "../money/seller";
import { vatLabel, vatSentence } from "./vat";
import { Sheet } from "../money/sheet.server";
import { utcDate, utcDateTime } from "../platform/utc-text";

export interface ReceiptFacts extends BilledTo {
  /** MR-YYYY-NNNNNN (B10) */
  number: string;
  issuedAt: Date;
  paidAt: Date;
  description: string;
  amountCents: bigint;
  /** The provider's name: visa, mastercard, … */
  cardBrand?: string;
  last4?: string;
  /** Refunds to the card since. */
  refundedCents?: bigint;
  /** The VAT in the amount (B22); null: VAT was off. */
  vat?: { cents: bigint; rateBp: number; country: string; reason: string } | null;
  seller: Seller;
}

/** The receipt of a top-up on one page, streamed (B10, B16). The same facts make the same file. */
export function receiptPdf(receipt: ReceiptFacts): ReadableStream<Uint8Array> {
  const { number, issuedAt, paidAt, seller, refundedCents = 0n, vat = null } = receipt;
  const sheet = new Sheet({ title: `Receipt ${number}`, author: seller.name, at: issuedAt });
  const stream = sheet.stream();
  let y = letterhead(sheet, { seller, title: "Receipt", subtitle: number, billedTo: receipt });
  y = facts(
    sheet,
    [
      ["Receipt number", number],
      ["Issued", utcDate(issuedAt)],
      ["Paid", utcDateTime(paidAt)],
      ["Paid by", cardText(receipt)],
    ],
    y,
  );
  sheet.rule(y);
  y = amountRow(sheet, { text: "Description", amount: "Amount (USD)", grey: true }, y + 10);
  y = amountRow(sheet, { text: receipt.description, amount: centsText(receipt.amountCents - (vat?.cents ?? 0n)) }, y);
  if (vat) y = amountRow(sheet, { text: vatSentence(vat.reason) || vatLabel(vat), amount: centsText(vat.cents) }, y);
  sheet.rule(y);
  y = amountRow(sheet, { text: "Total paid", amount: centsText(receipt.amountCents), bold: true }, y + 10);
  if (refundedCents > 0n) {
    y = amountRow(sheet, { text: "Refunded to the card since", amount: centsText(-refundedCents) }, y);
    amountRow(sheet, { text: "Remains", amount: centsText(receipt.amountCents - refundedCents), bold: true }, y);
  }
  footer(
    sheet,
    `The ${vat ? "amount before VAT" : "amount"} was added to a prepaid balance. ${vat ? "" : "No tax has been computed."}`.trim(),
  );
  sheet.end();
  return stream;
}

function cardText({ cardBrand = "", last4 = "" }: Pick<ReceiptFacts, "cardBrand" | "last4">): string {
  const brand = cardBrand === "" ? "Card" : cardBrand[0]?.toUpperCase() + cardBrand.slice(1);
  return last4 === "" ? brand : `${brand} ending in ${last4}`;
}
