import { M } from "~/payments/messages";
import { makeDefaultCard } from "~/payments/default-card.server";
import { setSubscriptionCard } from "~/payments/inside/provider/subscriptions.server";
import { Refusal } from "~/platform/refusal";
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
