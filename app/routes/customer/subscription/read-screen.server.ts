import { isExpired } from "~/domain/payments/card-label";
import { listCards } from "~/domain/payments/list-cards.server";
import { providerKind } from "~/domain/payments/provider/stripe-client.server";
import { mayCharge } from "~/domain/subscription/may-charge.server";
import { readSubscriptionView } from "~/domain/subscription/read-subscription.server";
import type { Viewer } from "~/http/access.server";
import { readShownTerms } from "./shown-terms.server";

/** The data of the subscription screen. */
export async function readScreen({ tenantId, userId, role }: Viewer, now: Date) {
  const [view, saved, terms] = await Promise.all([
    readSubscriptionView({ tenantId, userId, now }),
    listCards({ tenantId }),
    readShownTerms({ tenantId, now }),
  ]);
  const cards = saved.map((card) => ({ ...card, expired: isExpired(card, now) }));
  const method = cards.find(({ pmId }) => pmId === view.pmId) ?? cards[0] ?? null;
  const nextCoinsTs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
  return { ...view, nextCoinsTs, cards, method, terms, charges: mayCharge(role), provider: providerKind() };
}

export type Screen = Awaited<ReturnType<typeof readScreen>>;
