import { db, transaction, type Tx } from "~/platform/db.server";
import type { Apply } from "~/payments/apply-payment.server";
import { readInvoicePayment } from "~/payments/inside/provider/invoices.server";
import { readPayment } from "~/payments/inside/provider/payments.server";
import { isLive } from "~/payments/stripe-client.server";
import type { SubscriptionFacts, UpcomingInvoice } from "~/payments/inside/provider/subscription-facts";
import { isInvoicePaid } from "~/payments/inside/provider/subscription-refunds.server";
import { readSubscription } from "~/payments/inside/provider/subscriptions.server";
import { adoptSubscription } from "./adopt-subscription.server";
import { giveDiscountBack, useDiscount } from "./discount.server";
import { hasEndedHere, lockSubscription, type Subscription } from "./lock-subscription.server";
import { readUpcoming, writeUpcoming } from "./refresh-upcoming.server";
import { setSubscriptionStatus } from "./set-subscription-status.server";
import { advance, isEnded, isOver, type SubscriptionState } from "./subscription-state";
import { notifyLate } from "./notify-given-up.server";
import { notifyChange } from "./notify-subscription.server";

/** A subscription at the provider, with the data to show it. */
export interface Reading {
  /** Number taken before the request: of two readings the later counts, in any order. */
  number: bigint;
  facts: SubscriptionFacts;
  /** The bank's request while the first payment is open. */
  payment: { actionUrl: string; message: string } | null;
  /** True if the latest invoice was paid with money; read only if the subscription runs there and has ended here. */
  paid: boolean;
  /** `undefined`: unknown, so the stored value stays. */
  upcoming: UpcomingInvoice | null | undefined;
}

/** Reads a subscription at the provider; the returned function applies it (4.3). */
export async function prepareSubscription(providerId: string, now: Date): Promise<Apply> {
  const number = await nextNumber();
  const facts = await readSubscription(providerId);
  if (!facts) return async () => {};
  await adoptSubscription(facts, now);
  const reading = {
    number,
    facts,
    payment: await readFirstPayment(facts),
    paid: await readPaid(facts),
    upcoming: await readUpcoming(facts),
  };
  return async (tx) => await applySubscription(tx, reading, now);
}

/** Mirrors a subscription in its own transaction. */
export async function syncSubscription(providerId: string, now: Date): Promise<void> {
  await transaction(await prepareSubscription(providerId, now));
}

/**
 * Applies a subscription's state at the provider, with all consequences: PRO, coins, mails. Ignores one that is not
 * ours. Throws if one of ours contradicts its row.
 */
export async function applySubscription(tx: Tx, reading: Reading, now: Date): Promise<void> {
  const { facts } = reading;
  const before = await lockSubscription(tx, facts);
  if (!before || before.reading >= reading.number) return;
  requireOurs(facts, before);
  const { to, status } = advance(before.state, facts.status);
  const late = before.state === "expired" && before.providerId === null && !isOver(facts.status);
  if (late && !reading.paid) await notifyLate(tx, before, now);
  if (isEnded(before.state) && !isEnded(to)) {
    // Another subscription replaced it, or the abandoned one was never paid: the sweep ends it at the provider.
    if ((before.state === "expired" && !reading.paid) || (await hasOther(tx, before)))
      return await noteStatus(tx, before, reading);
    if (before.state === "expired") await useDiscount(tx, before);
  }
  await write(tx, before, to, reading, now);
  await writeUpcoming(tx, before.subscriptionId, isEnded(to) ? null : reading.upcoming, now);
  if (to === before.state) return;
  if (status) await setSubscriptionStatus(tx, { of: { tenantId: before.tenantId }, to: status, now });
  if (to === "expired") await giveDiscountBack(tx, before);
  await notifyChange(tx, { subscription: before, to, now });
}

async function nextNumber(): Promise<bigint> {
  const [row] = await db.query<{ number: bigint }>(`select nextval('subscription_reading') as number`);
  if (!row) throw new Error("a sequence gave no number");
  return row.number;
}

/**
 * Reads whether the latest invoice was paid. A subscription without a payment, for example with a full discount, was
 * confirmed by nobody.
 */
async function readPaid({ status, latestInvoiceId, ...ids }: SubscriptionFacts): Promise<boolean> {
  const runs = status === "active" || status === "past_due";
  if (!runs || latestInvoiceId === null || !(await hasEndedHere(ids))) return false;
  return await isInvoicePaid(latestInvoiceId);
}

/** Reads the first payment; while it is open, its state tells the customer what to do. */
async function readFirstPayment(facts: SubscriptionFacts): Promise<Reading["payment"]> {
  if (facts.status !== "incomplete" || !facts.latestInvoiceId) return null;
  const open = await readInvoicePayment(facts.latestInvoiceId);
  const payment = open ? await readPayment(open.paymentIntentId) : null;
  return payment && { actionUrl: payment.actionUrl, message: payment.message };
}

function requireOurs(facts: SubscriptionFacts, ours: Subscription): void {
  const wrong =
    facts.livemode !== isLive()
      ? "is of the other mode"
      : ![ours.customerId, ...ours.formerCustomerIds].includes(facts.customerId)
        ? "is another customer's"
        : null;
  if (wrong) throw new Error(`subscription ${facts.providerId} of ${ours.subscriptionId} ${wrong}`);
}

async function hasOther(tx: Tx, { tenantId, subscriptionId }: Subscription): Promise<boolean> {
  const [other] = await tx.query(
    `select from subscription where tenant_id = $1 and subscription_id <> $2 and ended_at is null`,
    [tenantId, subscriptionId],
  );
  return other !== undefined;
}

async function noteStatus(tx: Tx, { subscriptionId }: Subscription, { number, facts }: Reading): Promise<void> {
  await tx.query(
    `update subscription set provider_id = $2, provider_status = $3, reading = $4 where subscription_id = $1`,
    [subscriptionId, facts.providerId, facts.status, number],
  );
}

/** A hold that this row does not know is of before a restore: an end that it knows is its customer's. */
async function write(
  tx: Tx,
  { subscriptionId }: Subscription,
  to: SubscriptionState,
  { number, facts, payment }: Reading,
  now: Date,
): Promise<void> {
  await tx.query(
    `update subscription set provider_id = $providerId, provider_status = $status, state = $to,
       held = held or ($held and not cancel_at_period_end), cancel_at_period_end = $cancelAtPeriodEnd, pm_id = coalesce($pmId, pm_id), period_start = $periodStart,
       period_end = $periodEnd, action_url = $actionUrl, message = case when $ended then message else $message end,
       asked_at = $now, reading = $number,
       started_at = case when $to in ('active', 'past_due') then coalesce(started_at, $now) else started_at end,
       ended_at = case when $ended then coalesce(ended_at, $now) end
     where subscription_id = $subscriptionId`,
    {
      ...facts,
      ...{ subscriptionId, to, ended: isEnded(to), now, number },
      actionUrl: to === "incomplete" ? (payment?.actionUrl ?? "") : "",
      message: payment?.message ?? "",
    },
  );
}
