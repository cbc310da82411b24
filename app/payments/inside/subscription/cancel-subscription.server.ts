import { M } from "~/payments/messages";
import {
  endSubscription,
  findSubscription,
  setCancelAtPeriodEnd,
} from "~/payments/inside/provider/subscriptions.server";
import { db } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { readLive, type Subscription } from "./lock-subscription.server";
import { endRefused } from "./order-subscription.server";
import { isRunning } from "./subscription-state";

/**
 * Cancels the subscription at the end of its period (6.4), or at once if it was never paid. Refuses with M64 without
 * one, and with M12 while the provider's answer to its order is unknown.
 */
export async function cancelSubscription({ tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  const subscription = await readLive({ tenantId });
  if (!subscription) throw new Refusal(M.subscriptionRequired);
  if (!isRunning(subscription.state)) await lookUp(subscription, now);
  const present = await readLive({ tenantId });
  if (!present) return;
  const { providerId } = present;
  if (!providerId) return await endRefused(present, "", now);
  // From now on its customer ends it, not an earlier suspension.
  await endHold(present);
  if (isRunning(present.state)) await setCancelAtPeriodEnd(providerId, true);
  else await endSubscription(providerId);
  await syncSubscription(providerId, now);
  // A suspension at the same moment may have held it since, and cannot from now on.
  if (await endHold(present)) await setCancelAtPeriodEnd(providerId, true);
}

/** Ends the mark that only a suspension ends it; false if there is none. */
export async function endHold({ subscriptionId }: Pick<Subscription, "subscriptionId">): Promise<boolean> {
  const ended = await db.query(`update subscription set held = false where subscription_id = $1 and held returning 1`, [
    subscriptionId,
  ]);
  return ended.length > 0;
}

/** Looks an order up. It may have succeeded without an answer, or it may have been paid at the bank. */
async function lookUp({ providerId, customerId, subscriptionId }: Subscription, now: Date): Promise<void> {
  const found = providerId ?? (customerId ? await findSubscription({ customerId, subscriptionId }) : null);
  if (found) await syncSubscription(found, now);
}
