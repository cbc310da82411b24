import type { SavedCard } from "~/payments/card-label";
import { listCards } from "~/payments/list-cards.server";
import { readLive } from "./lock-subscription.server";

/** The card that pays the subscription, or would pay it; null without a card. */
export async function readMethod({ tenantId }: { tenantId: number }): Promise<SavedCard | null> {
  const [cards, subscription] = await Promise.all([listCards({ tenantId }), readLive({ tenantId })]);
  return cards.find(({ pmId }) => pmId === subscription?.pmId) ?? cards[0] ?? null;
}
