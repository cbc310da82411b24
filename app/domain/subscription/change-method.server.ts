import { M } from "~/domain/messages";
import { makeDefaultCard } from "~/domain/payments/default-card.server";
import { setSubscriptionCard } from "~/domain/payments/provider/subscriptions.server";
import { Refusal } from "~/domain/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { readLive } from "./lock-subscription.server";

/** Sets the card that pays the subscription, and makes it the default. Refuses with M60. */
export async function changeMethod(given: { tenantId: number; pmId: string; now: Date }): Promise<void> {
  await makeDefaultCard(given);
  const subscription = await readLive(given);
  if (!subscription?.providerId) return;
  if (!(await setSubscriptionCard(subscription.providerId, given.pmId))) throw new Refusal(M.noSuchCard);
  await syncSubscription(subscription.providerId, given.now);
}
