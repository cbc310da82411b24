import { readBankTerms, USUAL_TERMS } from "~/payments/bank-terms.server";
import { openInvoicesText, sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { readVatStanding } from "~/payments/vat-check.server";
import { centsText, centsTyped } from "~/platform/cents-text";

/** A customer's tax number and its check, the terms for invoices by bank transfer, and what is owed on open ones. */
export async function readTax(of: { tenantId: number; now: Date }) {
  const [standing, terms, sums] = await Promise.all([readVatStanding(of), readBankTerms(of), sumOpenInvoices(of)]);
  const { limitCents, ...bank } = terms ?? USUAL_TERMS;
  const limits = { limit: centsText(limitCents), limitTyped: centsTyped(limitCents) };
  return { ...standing, owed: openInvoicesText(sums), bank: { ...bank, ...limits } };
}

export type TaxView = Awaited<ReturnType<typeof readTax>>;
