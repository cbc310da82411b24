/** Coins per million tokens of a model, from a point in time; without figures it has no price of its own after that. */
export interface ModelPrice {
  id: number;
  /** A model's name, or `*` for those without a price of their own. */
  model: string;
  /** Milliseconds since 1970. */
  fromAt: number;
  figures: PriceFigures | null;
}

export interface PriceFigures {
  prompt: bigint;
  generated: bigint;
  cacheRead: bigint;
  cacheCreation: bigint;
}

interface Tokens {
  promptTokens: number;
  generatedTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

/** Any other model's. */
export const ANY_MODEL = "*";
/** Coins per million tokens. */
export const MOST_PRICE = 1_000_000_000n;
const MILLION = 1_000_000n;
/** Highest price that an event may state itself (4.2), so that a mistyped price cannot overflow sums. */
const MOST_COINS = 1_000_000_000_000n;

/** The price of a model at that time; null when neither it nor `*` had one. */
export function priceAt(
  prices: readonly ModelPrice[],
  { model, ts }: { model: string; ts: number },
): (ModelPrice & { figures: PriceFigures }) | null {
  return newestOf(prices, model, ts) ?? newestOf(prices, ANY_MODEL, ts);
}

function newestOf(prices: readonly ModelPrice[], model: string, ts: number) {
  let newest: ModelPrice | null = null;
  for (const price of prices)
    if (price.model === model && price.fromAt <= ts && (newest === null || price.fromAt > newest.fromAt))
      newest = price;
  return newest && hasFigures(newest) ? newest : null;
}

function hasFigures(price: ModelPrice): price is ModelPrice & { figures: PriceFigures } {
  return price.figures !== null;
}

/** Coins of an event at a price, rounded half up once. */
export function coinsOf(tokens: Tokens, { prompt, generated, cacheRead, cacheCreation }: PriceFigures): bigint {
  const millionths =
    BigInt(tokens.promptTokens) * prompt +
    BigInt(tokens.generatedTokens) * generated +
    BigInt(tokens.cacheReadTokens) * cacheRead +
    BigInt(tokens.cacheCreationTokens) * cacheCreation;
  const coins = (millionths + MILLION / 2n) / MILLION;
  return coins < MOST_COINS ? coins : MOST_COINS;
}
