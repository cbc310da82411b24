import { db, transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { prepareCard } from "~/domain/payments/apply-card.server";
import { listCards } from "~/domain/payments/list-cards.server";
import { readSubscription, setSubscriptionCard } from "~/domain/payments/provider/subscriptions.server";
import { Refusal } from "~/domain/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { readLive, type Subscription } from "./lock-subscription.server";

interface OwnCard {
  tenantId: number;
  pmId: string;
  now: Date;
}

/**
 * Sees to it that no subscription needs a card that is about to go: one that it pays is paid by the default card from
 * then on, or by the newest other one. The provider is told first, so that whatever is cut off leaves a card that pays.
 * Refuses with M59 when there is no other card and the subscription is enabled.
 */
export async function freeCard({ tenantId, pmId, now }: OwnCard): Promise<void> {
  const subscription = await readLive({ tenantId });
  if (!subscription) return;
  const others = (await listCards({ tenantId })).filter((card) => card.pmId !== pmId);
  const free =
    others.length > 0 &&
    (!(await isPaidBy(subscription, pmId)) ||
      (await moveToFirst(
        subscription,
        others.map((card) => card.pmId),
        now,
      )));
  if (!free && !subscription.cancelAtPeriodEnd) throw new Refusal(M.onlyCardPaysSubscription);
}

/** The same for a running one whose card has gone already, by the provider's doing. */
export async function leaveGoneCard({ tenantId, pmId, providerId }: Subscription, now: Date): Promise<void> {
  const gone = await db.query(`select from card where pm_id = $1 and removed_at is not null`, [pmId]);
  if (gone.length === 0 || !providerId) return;
  const cards = await listCards({ tenantId });
  await takeFirst(
    providerId,
    cards.map((card) => card.pmId),
    now,
  );
}

/** Asked of the provider, since our row may be behind. Without a card of its own the customer's default pays. */
async function isPaidBy({ providerId }: Subscription, pmId: string): Promise<boolean> {
  const facts = providerId ? await readSubscription(providerId) : null;
  return facts !== null && (facts.pmId === null || facts.pmId === pmId);
}

async function moveToFirst({ providerId }: Subscription, pmIds: string[], now: Date): Promise<boolean> {
  if (!providerId || !(await takeFirst(providerId, pmIds, now))) return false;
  await syncSubscription(providerId, now);
  return true;
}

/** The first card that the provider takes; those that it does not have any more are forgotten. */
async function takeFirst(providerId: string, pmIds: readonly string[], now: Date): Promise<boolean> {
  for (const pmId of pmIds) {
    if (await setSubscriptionCard(providerId, pmId)) return true;
    await transaction(await prepareCard(pmId, now));
  }
  return false;
}
