import { isExpired } from "~/payments/card-label";
import { listCards } from "~/payments/list-cards.server";
import { providerKind } from "~/payments/stripe-client.server";
import { mayCharge } from "~/payments/inside/subscription/may-charge.server";
import { readSubscriptionView } from "~/payments/inside/subscription/read-subscription.server";
import { readVat } from "~/payments/read-vat.server";
import type { Viewer } from "~/platform/http/access.server";
import { readShownTerms } from "./shown-terms.server";

/** The data of the subscription screen. */
export async function readScreen(viewer: Viewer, now: Date) {
  const { tenantId, userId } = viewer;
  const [view, saved, terms, vat] = await Promise.all([
    readSubscriptionView({ tenantId, userId, now }),
    listCards({ tenantId }),
    readShownTerms({ tenantId, now }),
    readVat({ tenantId, now }),
  ]);
  const cards = saved.map((card) => ({ ...card, expired: isExpired(card, now) }));
  const method = cards.find(({ pmId }) => pmId === view.pmId) ?? cards[0] ?? null;
  const nextCoinsTs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
  return {
    ...view,
    plusVat: vat !== null && vat.rateBp > 0,
    nextCoinsTs,
    cards,
    method,
    terms,
    charges: mayCharge(viewer),
    provider: providerKind(),
  };
}

export type Screen = Awaited<ReturnType<typeof readScreen>>;
