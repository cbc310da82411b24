import { readBankTerms, USUAL_TERMS } from "~/payments/bank-terms.server";
import { readVatStanding } from "~/payments/vat-check.server";
import { centsText, centsTyped } from "~/platform/cents-text";

/** A customer's tax number and its check, and the terms for invoices by bank transfer. */
export async function readTax(of: { tenantId: number; now: Date }) {
  const [standing, terms] = await Promise.all([readVatStanding(of), readBankTerms(of)]);
  const { limitCents, ...bank } = terms ?? USUAL_TERMS;
  return { ...standing, bank: { ...bank, limit: centsText(limitCents), limitTyped: centsTyped(limitCents) } };
}

export type TaxView = Awaited<ReturnType<typeof readTax>>;
