import type { PriceEffect } from "~/usage/read-price-effect.server";
import { ANY_MODEL } from "~/usage/model-price";
import { formatCount } from "~/platform/ui/format";
import { formatCoins, formatMetering } from "~/platform/ui/usage-format";
import { FromWhen, PriceQuestion } from "./price-question";

/** An unconfirmed price of a model, with its effect. */
export interface AskedModelPrice {
  /** Name of the model, or `*`. */
  model: string;
  /** Coins per million tokens. */
  prompt: number;
  generated: number;
  cache_read: number;
  cache_creation: number;
  /** Removes the model's own price from that time. */
  none: boolean;
  /** Value of a date field, in UTC; empty: at once. */
  fromAt: string;
  effect: PriceEffect;
}

/** The effect of a model's price, before it is saved. */
export function AskModelPrice({ asked }: { asked: AskedModelPrice }) {
  const { model, none, fromAt, effect } = asked;
  const { prompt, generated, cache_read, cache_creation } = asked;
  return (
    <PriceQuestion
      intent="set-model-price"
      title={<span className="break-all">{`${model}: ${none ? "no price of its own" : "new price"}`}</span>}
      fields={{
        ...{ model, prompt, generated, cache_read, cache_creation, from_at: fromAt },
        ...(none && { none: "1" }),
      }}
      appliesAt={fromAt}
    >
      {none ? null : <li>{priceWords(asked)}</li>}
      <FromWhen appliesAt={fromAt} until="shortly before" />
      <li>Earlier events keep the price of their time, even if they arrive late.</li>
      <li>{effectWords(asked)}</li>
      {effect.tokens > 0 ? <li>Events that state their own coins are not affected.</li> : null}
    </PriceQuestion>
  );
}

function priceWords({ prompt, generated, cache_read: read, cache_creation: creation }: AskedModelPrice): string {
  return `Coins per million tokens: prompt ${formatCount(prompt)}, generated ${formatCount(generated)}, cache read ${formatCount(read)}, cache creation ${formatCount(creation)}.`;
}

function effectWords({ model, effect }: AskedModelPrice): string {
  const { tokens, atNew, atPresent, models } = effect;
  const whose =
    model === ANY_MODEL
      ? `of ${models} ${models === 1 ? "model" : "models"} without a price of their own`
      : "of this model";
  if (tokens === 0) return `No tokens ${whose} were used in the last 30 days.`;
  return `The ${formatMetering(tokens)} tokens ${whose} in the last 30 days cost ${formatCoins(atNew)} million coins at this price, and ${formatCoins(atPresent)} million at the current price.`;
}
