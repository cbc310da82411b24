import { randomUUID } from "node:crypto";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { readBankTerms } from "~/payments/bank-terms.server";
import { listCards } from "~/payments/list-cards.server";
import { providerKind } from "~/payments/stripe-client.server";
import { isExpired } from "~/payments/card-label";
import { isAmount, TOPUP_DOLLARS } from "~/payments/top-up-limits";
import { COUNTRY_LIST } from "~/platform/countries.server";
import { readVat } from "~/payments/read-vat.server";
import { vatKey, vatLabel, vatSentence } from "~/payments/vat";
import { lacksCountry } from "~/accounts/settle-country.server";

/** Number of GPU types named next to an amount. */
const TYPES_SHOWN = 3;

interface AddFundsQuestion {
  tenantId: number;
  name: string;
  /** Amount in dollars that the address proposes. */
  asked?: string;
  now: Date;
}

/** The form's initial data; each page has its own id, so that sending it twice pays once. */
export async function readAddFunds({ tenantId, name, asked = "", now }: AddFundsQuestion) {
  const [cards, asksCountry, types, vat, bankTerms] = await Promise.all([
    listCards({ tenantId }),
    lacksCountry({ tenantId }),
    listGpuTypes(),
    readVat({ tenantId, now }),
    readBankTerms({ tenantId }),
  ]);
  return {
    topupId: randomUUID(),
    cards: cards.map((card) => ({ ...card, expired: isExpired(card, now) })),
    cardHolderName: name,
    amount: isAmount(asked) ? asked : TOPUP_DOLLARS.topup_default.toFixed(2),
    prices: types
      .filter(({ pphCents }) => pphCents > 0)
      .map(({ gpuType: name, pphCents }) => ({ name, pphCents }))
      .slice(0, TYPES_SHOWN),
    countries: asksCountry ? COUNTRY_LIST : null,
    vat: vat && { ...vat, key: vatKey(vat), label: vatLabel(vat), sentence: vatSentence(vat.reason) },
    provider: providerKind(),
    byTransfer: bankTerms?.allowed ?? false,
  };
}

export type AddFundsData = Awaited<ReturnType<typeof readAddFunds>>;
