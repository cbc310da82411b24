import { addFigures } from "~/usage/inside/sums/add-figures";
import { endInRest, namesInList, OTHER } from "./largest";

/** A user's usage, as `users-usage-stats` and `metering` return it (3.6, 3.8). */
export interface Metering {
  total_usage: number;
  daily_usage: Record<string, number>;
  model_stats: { daily: Record<string, Record<string, Metered>> };
}

export interface Metered {
  points: number;
  prompt_tokens: number;
  generated_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
}

/** Sums of a day and a model. */
export interface MeteredSum {
  day: string;
  model: string;
  coins: number;
  prompt: number;
  generated: number;
  cacheRead: number;
  cacheCreation: number;
}

/**
 * Days and models in their given order; rows of the same day and model are added, and models beyond the largest by
 * coins are merged into one (A3). A model may be called `__proto__`.
 */
export function meteringOf(sums: readonly MeteredSum[]): Metering {
  const daily = new Map<string, number>();
  const models = new Map<string, Map<string, Metered>>();
  let total = 0;
  const listedAs = namesInList(sums, OF_MODEL);
  for (const sum of sums) {
    const { day, coins, ...tokens } = sum;
    const model = listedAs(sum);
    total += coins;
    daily.set(day, (daily.get(day) ?? 0) + coins);
    const ofDay = models.get(day) ?? new Map<string, Metered>();
    const before = ofDay.get(model);
    ofDay.set(model, {
      points: (before?.points ?? 0) + coins,
      prompt_tokens: (before?.prompt_tokens ?? 0) + tokens.prompt,
      generated_tokens: (before?.generated_tokens ?? 0) + tokens.generated,
      cache_read_input_tokens: (before?.cache_read_input_tokens ?? 0) + tokens.cacheRead,
      cache_creation_input_tokens: (before?.cache_creation_input_tokens ?? 0) + tokens.cacheCreation,
    });
    models.set(day, ofDay);
  }
  const days = [...models].map(([day, ofDay]) => [day, Object.fromEntries(ofDay)] as const);
  return {
    total_usage: total,
    daily_usage: Object.fromEntries(daily),
    model_stats: { daily: Object.fromEntries(days) },
  };
}

/** Subtracts the parts from the whole, by day and model, and leaves out zeros. */
export function restOf(whole: readonly MeteredSum[], parts: readonly MeteredSum[]): MeteredSum[] {
  const rest = new Map<string, MeteredSum>();
  const add = (sign: 1 | -1) => (sum: MeteredSum) => {
    const key = `${sum.day} ${sum.model}`;
    const kept = rest.get(key) ?? { day: sum.day, model: sum.model, ...NOTHING };
    addFigures(kept, sum, FIGURES, sign);
    rest.set(key, kept);
  };
  whole.forEach(add(1));
  parts.forEach(add(-1));
  return [...rest.values()].filter((sum) => FIGURES.some((name) => sum[name] !== 0));
}

const NOTHING = { coins: 0, prompt: 0, generated: 0, cacheRead: 0, cacheCreation: 0 };
const FIGURES = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

export type ModelTotal = Omit<MeteredSum, "day">;

/** Models of a user are listed by their coins. */
const OF_MODEL = {
  nameOf: ({ model }: { model: string }) => model,
  sizeOf: ({ coins }: { coins: number }) => coins,
};

/** Models as a screen lists them, the rest as 'Other'. */
export function listedTotals(totals: readonly ModelTotal[]): ModelTotal[] {
  return endInRest(totals, {
    ...OF_MODEL,
    rest: OTHER,
    restOf: (others, model) => {
      const rest = { model, ...NOTHING };
      for (const one of others) addFigures(rest, one, FIGURES);
      return rest;
    },
  });
}

/** Sums of several days by model, most coins first. */
export function modelTotals(sums: readonly MeteredSum[]): ModelTotal[] {
  const totals = new Map<string, ModelTotal>();
  for (const sum of sums) {
    const total = totals.get(sum.model) ?? { model: sum.model, ...NOTHING };
    addFigures(total, sum, FIGURES);
    totals.set(sum.model, total);
  }
  return [...totals.values()].sort((one, other) => other.coins - one.coins || (one.model < other.model ? -1 : 1));
}
