import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { addInvoiceItem } from "~/payments/inside/provider/invoices.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { Refusal } from "~/platform/refusal";
import { readLive, type Subscription } from "./lock-subscription.server";
import { refreshUpcoming } from "./refresh-upcoming.server";
import { isEnabled } from "./subscription-state";

/** Seconds for which the provider certainly remembers an idempotency key. */
const KEY_LIFE_S = 23 * 3600;
/** After this, a request without an answer was cut off. */
const CUT_OFF_S = 60;

interface NewCharge {
  tenantId: number;
  userId: number;
  /** Never 0; below 0 is a discount. */
  cents: Cents;
  text: string;
  now: Date;
}

/**
 * Adds an amount to the upcoming invoice (B13). Refuses with M64. After M12 the outcome is unknown: the same amount and
 * text repeats the request, so that it is added once.
 */
export async function addCharge(charge: NewCharge): Promise<void> {
  const subscription = await readLive(charge);
  if (!subscription || !isEnabled(subscription)) throw new Refusal(M.subscriptionRequired);
  const { customerId, providerId } = subscription;
  if (!customerId || !providerId) throw new Error(`${subscription.subscriptionId} runs unknown to the provider`);
  const chargeId = (await takeUp(charge, subscription)) ?? (await insert(charge, subscription));
  try {
    const { itemId } = await addInvoiceItem({
      customerId,
      providerId,
      chargeId,
      cents: charge.cents,
      text: charge.text,
    });
    await db.query(`update subscription_charge set state = 'added', item_id = $2 where charge_id = $1`, [
      chargeId,
      itemId,
    ]);
  } catch (error) {
    const state = error instanceof ProviderSilent ? "unknown" : "refused";
    await db.query(`update subscription_charge set state = $2 where charge_id = $1`, [chargeId, state]);
    throw error;
  }
  await refreshQuietly(subscription, charge.now);
}

/** The unanswered request, if this one repeats it. */
async function takeUp(charge: NewCharge, { subscriptionId }: Subscription): Promise<string | null> {
  const [open] = await db.query<{ chargeId: string }>(
    `update subscription_charge set state = 'asked', asked_at = $4
     where charge_id = (
       select charge_id from subscription_charge where subscription_id = $1 and cents = $2 and text = $3
         and asked_at > $4::timestamptz - make_interval(secs => $5)
         and (state = 'unknown' or (state = 'asked' and asked_at < $4::timestamptz - make_interval(secs => $6)))
       order by asked_at limit 1 for update skip locked)
     returning charge_id as "chargeId"`,
    [subscriptionId, charge.cents, charge.text, charge.now, KEY_LIFE_S, CUT_OFF_S],
  );
  return open?.chargeId ?? null;
}

async function insert(charge: NewCharge, { subscriptionId }: Subscription): Promise<string> {
  const chargeId = randomUUID();
  await db.query(
    `insert into subscription_charge (charge_id, tenant_id, subscription_id, cents, text, user_id, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [chargeId, charge.tenantId, subscriptionId, charge.cents, charge.text, charge.userId, charge.now],
  );
  return chargeId;
}

/** The amount is added; a late sum must not look like a failure. */
async function refreshQuietly(subscription: Subscription, now: Date): Promise<void> {
  await refreshUpcoming(subscription, now).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
}
