import { M } from "~/domain/messages";
import { endSubscription, setCancelAtPeriodEnd } from "~/domain/payments/provider/subscriptions.server";
import { Refusal } from "~/domain/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { readLive } from "./lock-subscription.server";
import { endRefused } from "./order-subscription.server";
import { isRunning } from "./subscription-state";

/**
 * Lets the subscription end with its period (6.4); one that was never paid ends at once.
 * Refuses with M64 when there is none.
 */
export async function cancelSubscription({ tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  const subscription = await readLive({ tenantId });
  if (!subscription) throw new Refusal(M.M64);
  const { providerId, state } = subscription;
  if (!providerId) return await endRefused(subscription, "", now);
  if (isRunning(state)) await setCancelAtPeriodEnd(providerId, true);
  else await endSubscription(providerId);
  await syncSubscription(providerId, now);
}
