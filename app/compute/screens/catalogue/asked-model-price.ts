import type { PriceEffect } from "~/usage/read-price-effect.server";

/** A model's price that was typed and not yet confirmed, with what it means. */
export interface AskedModelPrice {
  /** A name, or `*`. */
  model: string;
  /** Coins per million tokens. */
  prompt: number;
  generated: number;
  cache_read: number;
  cache_creation: number;
  /** No price of its own from then on. */
  none: boolean;
  /** Value of a date field, in UTC; empty: at once. */
  fromAt: string;
  effect: PriceEffect;
}

export function askedModelPriceIn(answer: unknown): AskedModelPrice | null {
  if (typeof answer !== "object" || answer === null || !("askedModelPrice" in answer)) return null;
  return answer.askedModelPrice as AskedModelPrice;
}
