import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { keepVatLine, vatLineOf } from "../vat/vat-line.server";
import type { BankInvoice } from "./bank-invoice";

/** Credits an invoice without its VAT, once: when it is issued or when it is paid, by its terms (B23). */
export async function creditInvoice(tx: Tx, invoice: BankInvoice, now: Date): Promise<void> {
  const { invoiceId, tenantId, number, cents, vatCents } = invoice;
  const key = `invoice:${invoiceId}`;
  const amounts = { units: centsToUnits(cents), vat: centsToUnits(vatCents) };
  const credit = { tenantId, ...amounts, key, description: `Invoice ${number}`, now };
  if (!(await addCredit(tx, { ...credit, from: "receivable", kind: "topup" }))) return;
  await tx.query(`update bank_invoice set credited_at = $2 where invoice_id = $1`, [invoiceId, now]);
  await keepVatLine(tx, { ...vatLineOf(invoice), key, netCents: cents, vatCents, now });
}

/** Takes back an invoice that was credited when it was issued and is cancelled now. */
export async function uncreditInvoice(tx: Tx, invoice: BankInvoice, now: Date): Promise<void> {
  const { invoiceId, tenantId, number, cents, vatCents, creditedAt } = invoice;
  if (creditedAt === null) return;
  const key = `invoice:${invoiceId}:cancelled`;
  const amounts = { units: centsToUnits(cents), vat: centsToUnits(vatCents) };
  const debit = { tenantId, ...amounts, key, description: `Invoice ${number} cancelled`, now };
  await takeMoney(tx, { ...debit, to: "receivable", kind: "topup" });
  const back = { netCents: -cents as Cents, vatCents: -vatCents as Cents };
  await keepVatLine(tx, { ...vatLineOf(invoice), key, ...back, now });
}
