import { readBankTerms, USUAL_TERMS } from "~/payments/bank-terms.server";
import { sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { readVatStanding } from "~/payments/vat-check.server";
import { centsText, centsTyped } from "~/platform/cents-text";

/** A customer's tax number and its check, the terms for invoices by bank transfer, and what is owed on open ones. */
export async function readTax(of: { tenantId: number; now: Date }) {
  const [standing, terms, sums] = await Promise.all([readVatStanding(of), readBankTerms(of), sumOpenInvoices(of)]);
  const { limitCents, ...bank } = terms ?? USUAL_TERMS;
  const overdue = sums.overdue > 0 ? `, overdue ${centsText(sums.overdueCents)}` : "";
  const owed = sums.open > 0 ? `${centsText(sums.openCents)}${overdue}` : null;
  return { ...standing, owed, bank: { ...bank, limit: centsText(limitCents), limitTyped: centsTyped(limitCents) } };
}

export type TaxView = Awaited<ReturnType<typeof readTax>>;
