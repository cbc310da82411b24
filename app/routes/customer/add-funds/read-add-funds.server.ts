import { randomUUID } from "node:crypto";
import { listGpuTypes } from "~/domain/pricing/list-gpu-types.server";
import { listCards } from "~/domain/payments/list-cards.server";
import { providerKind } from "~/domain/payments/provider/stripe-client.server";
import { isExpired } from "~/domain/payments/card-label";
import { TOPUP_DOLLARS } from "~/domain/payments/top-up-limits";
import { COUNTRY_LIST } from "~/domain/countries.server";
import { lacksCountry } from "~/domain/accounts/profile/settle-country.server";

/** How many GPU types are named next to an amount. */
const TYPES_SHOWN = 3;

/** The form's initial data; each page has its own id, so that sending it twice pays once. */
export async function readAddFunds({ tenantId, name, now }: { tenantId: number; name: string; now: Date }) {
  const [cards, asksCountry, types] = await Promise.all([
    listCards({ tenantId }),
    lacksCountry({ tenantId }),
    listGpuTypes(),
  ]);
  return {
    topupId: randomUUID(),
    cards: cards.map((card) => ({ ...card, expired: isExpired(card, now) })),
    cardHolderName: name,
    amount: TOPUP_DOLLARS.topup_default.toFixed(2),
    prices: types
      .filter(({ pphCents }) => pphCents > 0)
      .map(({ gpuType: name, pphCents }) => ({ name, pphCents }))
      .slice(0, TYPES_SHOWN),
    countries: asksCountry ? COUNTRY_LIST : null,
    provider: providerKind(),
  };
}

export type AddFundsData = Awaited<ReturnType<typeof readAddFunds>>;
