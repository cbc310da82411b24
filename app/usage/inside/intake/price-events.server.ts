import type { Tx } from "~/platform/db.server";
import { textArray } from "./array-literal";
import type { FreshEvent } from "./judge-events.server";
import { ANY_MODEL, coinsOf, type ModelPrice, priceAt } from "~/usage/model-price";
import type { PricedEvent } from "./write-events.server";

/** Prices events that state no coins by the price list of their time; without a price they cost nothing. */
export async function priceEvents(tx: Tx, events: readonly FreshEvent[]): Promise<PricedEvent[]> {
  const asking = new Set(events.filter(({ event }) => event.coins === null).map(({ event }) => event.model));
  const prices = asking.size > 0 ? await readPricesOf(tx, asking) : [];
  return events.map((fresh) => {
    const { event } = fresh;
    if (event.coins !== null) return { ...fresh, coins: BigInt(event.coins), priceId: null, unpriced: false };
    const price = priceAt(prices, event);
    if (!price) return { ...fresh, coins: 0n, priceId: null, unpriced: true };
    return { ...fresh, coins: coinsOf(event, price.figures), priceId: price.id, unpriced: false };
  });
}

async function readPricesOf(tx: Tx, models: ReadonlySet<string>): Promise<ModelPrice[]> {
  const rows = await tx.prepared.query<{
    id: number;
    model: string;
    fromAt: Date;
    prompt: bigint | null;
    generated: bigint | null;
    cacheRead: bigint | null;
    cacheCreation: bigint | null;
  }>(
    `select id, model, from_at as "fromAt", prompt, generated, cache_read as "cacheRead", cache_creation as "cacheCreation"
     from model_price where model = any($1::text[])`,
    [textArray([...models, ANY_MODEL])],
  );
  return rows.map(({ id, model, fromAt, prompt, generated, cacheRead, cacheCreation }) => {
    const named = { id, model, fromAt: fromAt.getTime() };
    if (prompt === null || generated === null || cacheRead === null || cacheCreation === null)
      return { ...named, figures: null };
    return { ...named, figures: { prompt, generated, cacheRead, cacheCreation } };
  });
}
