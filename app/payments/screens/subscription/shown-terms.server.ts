import { vatLabel, vatSentence } from "~/payments/vat";
import { agreementOf, feeVat, readTerms } from "~/payments/inside/subscription/read-terms.server";
import { FEE_CENTS } from "~/compute/subscription-price";

/** The terms of enabling, for the confirmation; null if there is nothing to agree to. */
export async function readShownTerms(asked: { tenantId: number; now: Date }) {
  const terms = await readTerms(asked);
  if (!terms) return null;
  const { firstCents, firstAt, nextAt, pmId, discount, vat } = terms;
  return {
    agreement: agreementOf(terms),
    feeCents: FEE_CENTS,
    vat: vat && { cents: feeVat(vat), label: vatSentence(vat.reason) || vatLabel(vat) },
    firstCents,
    pmId,
    discount,
    firstTs: firstAt && Math.floor(firstAt.getTime() / 1000),
    nextTs: Math.floor(nextAt.getTime() / 1000),
  };
}

export type ShownTerms = NonNullable<Awaited<ReturnType<typeof readShownTerms>>>;
