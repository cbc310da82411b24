import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { transaction, violates } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";
import { intakeMessages } from "./intake-messages";
import { ANY_MODEL, MOST_PRICE, type PriceFigures } from "./model-price";

interface NewPrice {
  /** A model's name, or `*` for those without a price of their own. */
  model: string;
  /** Coins per million tokens; null: no price of its own from then on. */
  figures: PriceFigures | null;
  /** Now by default. */
  fromAt?: Date | undefined;
  by: number;
  requestId: string;
  now: Date;
}

const MODEL = /^[A-Za-z0-9._/-]{1,80}$/;
const AHEAD_MS = 366 * 86_400_000;
/** A time that a form contained a moment ago means now. */
const SLACK_MS = 60_000;

/**
 * Sets a model's price from a given time on, at most a year ahead. Past prices do not change: an event keeps the price
 * of its time. @throws Refusal M02, M197, or for a field.
 */
export async function setModelPrice({ by, requestId, ...price }: NewPrice): Promise<void> {
  const { model, figures, now } = price;
  const from = assertModelPrice(price);
  const { prompt = null, generated = null, cacheRead = null, cacheCreation = null } = figures ?? {};
  try {
    await transaction(async (tx) => {
      await holdStaffRight(tx, { userId: by, now }, "prices.act");
      await refuseWhileAddressMoves(tx, by, now);
      await tx.query(
        `insert into model_price (model, from_at, prompt, generated, cache_read, cache_creation, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [model, from, prompt, generated, cacheRead, cacheCreation, by, now],
      );
      const shown = { prompt, generated, cache_read: cacheRead, cache_creation: cacheCreation };
      const after = { from_at: from.toISOString(), ...inText(shown) };
      const audit = { userId: by, action: "model-price.set", target: `model:${model}`, requestId, now };
      await writeAudit({ ...audit, after }, tx);
    });
  } catch (error) {
    if (violates(error, "model_price_model_from_at_key")) throw Refusal.ofField("from_at", intakeMessages.priceTaken);
    throw error;
  }
}

/** @returns the time from which it applies. @throws Refusal of a field, as saving it would. */
export function assertModelPrice({ model, figures, fromAt, now }: Omit<NewPrice, "by" | "requestId">): Date {
  if (model !== ANY_MODEL && !MODEL.test(model)) throw Refusal.ofField("model", intakeMessages.wrongModel);
  for (const [field, coins] of Object.entries(figures ?? {}))
    if (coins < 0n || coins > MOST_PRICE)
      throw Refusal.ofField(field, intakeMessages.wrongNumber({ field, a: 0, b: Number(MOST_PRICE) }));
  const asked = fromAt ?? now;
  if (asked.getTime() < now.getTime() - SLACK_MS) throw Refusal.ofField("from_at", intakeMessages.priceOfPast);
  if (asked.getTime() > now.getTime() + AHEAD_MS) throw Refusal.ofField("from_at", intakeMessages.priceTooFar);
  return asked < now ? now : asked;
}

function inText(figures: Record<string, bigint | null>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, coins]) => [name, coins === null ? null : Number(coins)]),
  );
}
