import { db, transaction } from "~/platform/db.server";
import { askEach } from "./inside/ask-each.server";
import {
  endSubscription,
  findSubscription,
  setCancelAtPeriodEnd,
  setSubscriptionCoupon,
} from "./inside/provider/subscriptions.server";
import { syncInvoices } from "./inside/subscription/apply-invoice.server";
import { syncSubscription } from "./inside/subscription/apply-subscription.server";
import { endHold } from "./inside/subscription/cancel-subscription.server";
import { clearGivenUp } from "./inside/subscription/clear-given-up.server";
import { couponOf, findDiscount, isDiscounted, useDiscount } from "./inside/subscription/discount.server";
import { replaceMissingCard } from "./inside/subscription/free-card.server";
import { SUBSCRIPTION, type Subscription } from "./inside/subscription/lock-subscription.server";
import { expireSubscription } from "./inside/subscription/order-subscription.server";
import { isEnded, isRunning } from "./inside/subscription/subscription-state";
import { notifyLost } from "./inside/subscription/notify-given-up.server";

/** Interval of checks on a running subscription, in case events were lost. */
const LOOK_AGAIN_S = 3600;
/**
 * Interval of checks on a subscription with a pending outcome, or whose owner has changed: they may be suspended. The
 * provider has not answered yet if it is held and runs on, or its owner is active.
 */
const ASK_AGAIN_S = 60;
/** Time after which an unanswered order has either succeeded or failed. */
const LOST_AFTER_MS = 15 * 60_000;
/** Time for which an abandoned, unanswered order is looked up. */
const LOOK_FOR_S = 2 * 86_400;
const AT_ONCE = 100;

/**
 * Synchronizes subscriptions with the provider when events did not: unanswered ones, those that wait at the bank, and
 * running ones hourly with their invoices. Ends at the provider those that ended here, and refunds payments of
 * abandoned ones.
 * @returns how many were checked, and failures.
 */
export async function syncSubscriptions({ now }: { now: Date }) {
  const due = await takeDue(now);
  const failed = await askEach(due, (subscription) => sync(subscription, now));
  const failures = failed.map(({ one: { subscriptionId }, error }) => ({ subscriptionId, error }));
  return { asked: due.length, failures };
}

async function sync(subscription: Subscription, now: Date): Promise<void> {
  const { providerId, state, customerId } = subscription;
  if (!providerId) return await find(subscription, now);
  if (state === "expired") return await clearGivenUp(subscription, now);
  try {
    await change(subscription, providerId, now);
  } finally {
    // Needed even if the change was refused: an ended subscription accepts none.
    await syncSubscription(providerId, now);
  }
  if (customerId) await syncInvoices({ customerId });
}

/** Applies our changes at the provider. */
async function change(subscription: Subscription, providerId: string, now: Date): Promise<void> {
  if (isEnded(subscription.state)) return await endSubscription(providerId);
  if (!isRunning(subscription.state)) return;
  const { closed, suspended } = await readOwner(subscription);
  if (closed) return await setCancelAtPeriodEnd(providerId, true);
  if (suspended || subscription.held) await holdIf(suspended, subscription, providerId);
  if (suspended) return;
  await replaceMissingCard(subscription, now);
  await passDiscount(subscription, providerId);
}

interface OwnerStanding {
  /** All of the tenant's accounts are closed or being deleted: then there is nobody to pay for. */
  closed: boolean;
  /** Nobody can use it or disable it. */
  suspended: boolean;
}

async function readOwner({ tenantId }: Subscription): Promise<OwnerStanding> {
  const [owner] = await db.query<OwnerStanding>(
    `select coalesce(bool_and(ended), true) as closed, coalesce(bool_and(ended or state = 'suspended'), true) as suspended
     from (select state, state = 'closed' or exists (select from account_deletion where user_id = u.id) as ended
       from user_account u where tenant_id = $1) own`,
    [tenantId],
  );
  if (!owner) throw new Error("an aggregate gave no row");
  return owner;
}

/**
 * Lets a subscription end with its period while its owner is suspended, and go on afterwards. One that its customer
 * disables stays disabled, also at the same moment.
 */
async function holdIf(suspended: boolean, subscription: Subscription, providerId: string): Promise<void> {
  const one = [subscription.subscriptionId];
  const isHeld = async () =>
    (await db.query(`select from subscription where subscription_id = $1 and held`, one)).length > 0;
  // The mark comes first and goes last: after a crash in between, the next turn repeats the request.
  if (suspended) {
    const mark = `update subscription set held = true where subscription_id = $1 and not cancel_at_period_end returning 1`;
    if ((await db.query(mark, one)).length === 0) return;
    await setCancelAtPeriodEnd(providerId, true, true);
    if (!(await isHeld())) await setCancelAtPeriodEnd(providerId, true);
    return;
  }
  if (!(await isHeld())) return;
  await setCancelAtPeriodEnd(providerId, false);
  if (!(await endHold(subscription))) await setCancelAtPeriodEnd(providerId, true);
}

/** Looks up the result of an order without an answer. */
async function find(subscription: Subscription, now: Date): Promise<void> {
  const { customerId, subscriptionId, requestedAt } = subscription;
  const providerId = customerId ? await findSubscription({ customerId, subscriptionId }) : null;
  if (providerId) return await syncSubscription(providerId, now);
  if (isEnded(subscription.state) || now.getTime() - requestedAt.getTime() <= LOST_AFTER_MS) return;
  await transaction(async (tx) => {
    await expireSubscription(tx, subscription, "", now);
    await notifyLost(tx, subscription, now);
  });
}

/**
 * Passes a discount on. A code redeemed during a subscription counts from its next invoice. Tells the provider first: a
 * repetition is harmless, an omission is not.
 */
async function passDiscount(subscription: Subscription, providerId: string): Promise<void> {
  // The provider holds one discount: another would replace the one that still applies.
  if (await isDiscounted(subscription)) return;
  const discountCode = await findDiscount(db, subscription);
  const couponId = discountCode ? await couponOf({ ...subscription, discountCode }) : null;
  if (!couponId) return;
  await setSubscriptionCoupon(providerId, couponId);
  await transaction(async (tx) => {
    await useDiscount(tx, { ...subscription, discountCode });
    await tx.query(`update subscription set discount_code = $2 where subscription_id = $1`, [
      subscription.subscriptionId,
      discountCode,
    ]);
  });
}

/** Claiming moves the next turn, so that one worker at a time checks a subscription. */
async function takeDue(now: Date): Promise<Subscription[]> {
  const taken = await db.query<{ id: string }>(
    `update subscription set asked_at = $1 where subscription_id in (
       select subscription_id from subscription
       where asked_at < $1::timestamptz - make_interval(secs =>
           case when state in ('requested', 'incomplete') or (ended_at is not null and provider_id is not null)
             or exists (select from subscription_discount discount
               where discount.tenant_id = subscription.tenant_id and not discount.used)
             or (held and not cancel_at_period_end)
             or exists (select from user_account u where u.tenant_id = subscription.tenant_id
               and (u.updated_at > asked_at or (held and u.state = 'active'))) then $2::int else $3::int end)
         and (ended_at is null
           or (provider_id is not null and provider_status not in ('canceled', 'incomplete_expired'))
           or (state = 'expired' and cleared_at is null
             and (provider_id is not null or requested_at > $1::timestamptz - make_interval(secs => $5))))
       order by asked_at limit $4 for update skip locked)
     returning subscription_id as id`,
    [now, ASK_AGAIN_S, LOOK_AGAIN_S, AT_ONCE, LOOK_FOR_S],
  );
  if (taken.length === 0) return [];
  return await db.query<Subscription>(`${SUBSCRIPTION} where s.subscription_id = any($1::uuid[]) order by random()`, [
    taken.map(({ id }) => id),
  ]);
}
