import { randomUUID } from "node:crypto";
import { listCards } from "~/domain/payments/list-cards.server";
import { providerKind } from "~/domain/payments/provider/stripe-client.server";
import { isExpired } from "~/domain/payments/card-label";
import { TOPUP_DOLLARS } from "~/domain/payments/top-up-limits";
import { COUNTRY_LIST } from "~/domain/countries.server";
import { lacksCountry } from "~/domain/accounts/profile/settle-country.server";

/** What the form for adding funds starts with; each page has an id of its own, so that sending it twice pays once. */
export async function readAddFunds({ tenantId, name, now }: { tenantId: number; name: string; now: Date }) {
  const [cards, asksCountry] = await Promise.all([listCards({ tenantId }), lacksCountry({ tenantId })]);
  return {
    topupId: randomUUID(),
    cards: cards.map((card) => ({ ...card, expired: isExpired(card, now) })),
    cardHolderName: name,
    amount: TOPUP_DOLLARS.topup_default.toFixed(2),
    countries: asksCountry ? COUNTRY_LIST : null,
    provider: providerKind(),
  };
}

export type AddFundsData = Awaited<ReturnType<typeof readAddFunds>>;
