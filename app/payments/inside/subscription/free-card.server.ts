import { db, transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { prepareCard } from "~/payments/apply-card.server";
import { listCards } from "~/payments/list-cards.server";
import { readSubscription, setSubscriptionCard } from "~/payments/inside/provider/subscriptions.server";
import { Refusal } from "~/platform/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { readLive, type Subscription } from "./lock-subscription.server";

interface OwnCard {
  tenantId: number;
  pmId: string;
  now: Date;
}

/**
 * Frees a card from the subscription before it is removed: the default card pays from then on, or the newest other one.
 * Tells the provider first, so that an interruption leaves a valid card. Refuses with M59 without another card while
 * the subscription is enabled.
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

/** Switches a running subscription to another card when the provider has removed its card. */
export async function replaceMissingCard({ tenantId, pmId, providerId }: Subscription, now: Date): Promise<void> {
  const gone = await db.query(`select from card where pm_id = $1 and removed_at is not null`, [pmId]);
  if (gone.length === 0 || !providerId) return;
  const cards = await listCards({ tenantId });
  await takeFirst(
    providerId,
    cards.map((card) => card.pmId),
    now,
  );
}

/**
 * Checks at the provider whether the card pays, since our row may be outdated. Without its own card the customer's
 * default pays.
 */
async function isPaidBy({ providerId }: Subscription, pmId: string): Promise<boolean> {
  const facts = providerId ? await readSubscription(providerId) : null;
  return facts !== null && (facts.pmId === null || facts.pmId === pmId);
}

async function moveToFirst({ providerId }: Subscription, pmIds: string[], now: Date): Promise<boolean> {
  if (!providerId || !(await takeFirst(providerId, pmIds, now))) return false;
  await syncSubscription(providerId, now);
  return true;
}

/** The first card that the provider accepts; removes those that it no longer has. */
async function takeFirst(providerId: string, pmIds: readonly string[], now: Date): Promise<boolean> {
  for (const pmId of pmIds) {
    if (await setSubscriptionCard(providerId, pmId)) return true;
    await transaction(await prepareCard(pmId, now));
  }
  return false;
}
