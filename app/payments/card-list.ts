import type { SavedCard } from "./card-label";

/** Saved cards in GET /billing/method and GET /payments/method (3.4). */
export interface CardList {
  cards: {
    data: { id: string; card: { brand: string; last4: string; exp_month: number; exp_year: number } }[];
  };
  /** Id, or null without a card. */
  default_card: string | null;
}

export function cardListOf(cards: readonly SavedCard[]): CardList {
  const data = cards.map(({ pmId, brand, last4, expMonth, expYear }) => ({
    id: pmId,
    card: { brand, last4, exp_month: expMonth, exp_year: expYear },
  }));
  return { cards: { data }, default_card: cards.find((card) => card.isDefault)?.pmId ?? null };
}
