import { db } from "~/platform/db.server";
import { ANY_MODEL, coinsOf, type PriceFigures, priceAt } from "./model-price";
import { listModelPrices } from "./list-model-prices.server";

const DAYS = 30;

/** Estimates a price by the tokens of the last 30 days: coins at the new price and at the present ones. */
export interface PriceEffect {
  tokens: number;
  atNew: number;
  atPresent: number;
  /** Number of models that would get the price: one, or those covered by `*`. */
  models: number;
}

interface ModelTokens {
  model: string;
  promptTokens: number;
  generatedTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

export async function readPriceEffect({
  model,
  figures,
  now,
}: {
  model: string;
  /** Null: no price of its own. */
  figures: PriceFigures | null;
  now: Date;
}): Promise<PriceEffect> {
  const [sums, prices] = await Promise.all([readTokens(model, now), readPresentPrices(now)]);
  const isPriced = (name: string) => prices.some((price) => price.model === name && price.figures !== null);
  const concerned = model === ANY_MODEL ? sums.filter((one) => !isPriced(one.model)) : sums;
  const others = prices.filter((price) => price.model !== model);
  const changed = [...others, { id: 0, model, fromAt: now.getTime(), figures }];
  const ts = now.getTime();
  const coinsAt = (list: typeof prices) =>
    concerned.reduce((sum, one) => {
      const price = priceAt(list, { model: one.model, ts });
      return sum + (price ? Number(coinsOf(one, price.figures)) : 0);
    }, 0);
  return {
    tokens: concerned.reduce(
      (sum, one) => sum + one.promptTokens + one.generatedTokens + one.cacheReadTokens + one.cacheCreationTokens,
      0,
    ),
    atNew: coinsAt(changed),
    atPresent: coinsAt(prices),
    models: concerned.length,
  };
}

async function readTokens(model: string, now: Date): Promise<ModelTokens[]> {
  return await db.query<ModelTokens>(
    `select m.name as model, sum(s.prompt_tokens)::float8 as "promptTokens", sum(s.generated_tokens)::float8 as "generatedTokens",
       sum(s.cache_read_tokens)::float8 as "cacheReadTokens", sum(s.cache_creation_tokens)::float8 as "cacheCreationTokens"
     from usage_by_model s join usage_model m on m.id = s.model_id
     where s.grain = 'day' and s.at > $1::timestamptz - ${DAYS} * interval '1 day' and ($2 = '${ANY_MODEL}' or m.name = $2)
     group by 1`,
    [now, model],
  );
}

async function readPresentPrices(now: Date) {
  const rows = await listModelPrices({ now });
  return rows
    .filter(({ state }) => state === "present")
    .map(({ id, model, fromTs, prompt, generated, cacheRead, cacheCreation }) => ({
      ...{ id, model, fromAt: fromTs * 1000 },
      figures:
        prompt === null || generated === null || cacheRead === null || cacheCreation === null
          ? null
          : {
              prompt: BigInt(prompt),
              generated: BigInt(generated),
              cacheRead: BigInt(cacheRead),
              cacheCreation: BigInt(cacheCreation),
            },
    }));
}
