import { db } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { setCancelAtPeriodEnd } from "~/payments/inside/provider/subscriptions.server";
import { Refusal } from "~/platform/refusal";
import { requireConfirmed } from "~/accounts/require-confirmed";
import type { UserState } from "~/platform/role";
import { syncInvoicesQuietly } from "./apply-invoice.server";
import { syncSubscription } from "./apply-subscription.server";
import { readLive, type Subscription } from "./lock-subscription.server";
import { orderSubscription } from "./order-subscription.server";
import { payFirst } from "./pay-first.server";
import { requireAgreement } from "./read-terms.server";
import { findDefaultCard, requestSubscription } from "./request-subscription.server";
import { isRunning } from "./subscription-state";

const MOST_TRIES = 2;
const NOT_ENABLED = "Your subscription is not enabled yet. Please try again.";

interface Subscriber {
  tenantId: number;
  /** The state of the calling user. */
  state: UserState;
  now: Date;
  /** The terms that the form showed (`agreementOf`); null: calling implies agreement. */
  agreed: string | null;
}

/** Enabled, or the bank must confirm first. */
type SubscribeOutcome = { kind: "enabled" } | { kind: "confirm"; actionUrl: string };

/**
 * Enables a tenant's subscription (6.4). A running one is unchanged; one that was to end renews. Refuses with M15, M61,
 * and with the provider's text if the card is refused (M58).
 */
export async function subscribe({ tenantId, state, now, agreed }: Subscriber): Promise<SubscribeOutcome> {
  requireConfirmed({ state });
  if (!(await readLive({ tenantId })) && !(await findDefaultCard(db, tenantId)))
    throw new Refusal(M.paymentMethodRequired);
  await ensureAgreed({ tenantId, now, agreed });
  await ensureCustomer({ tenantId });
  let subscription = await requestSubscription({ tenantId, now });
  if (subscription.state === "requested") subscription = await ordered(subscription, now, agreed);
  if (subscription.state === "incomplete") await payFirst(subscription, now);
  else if (isRunning(subscription.state) && subscription.cancelAtPeriodEnd) await undoCancel(subscription, now);
  const after = await readLive({ tenantId });
  if (after && isRunning(after.state)) {
    if (!isRunning(subscription.state)) await syncInvoicesQuietly(after);
    return { kind: "enabled" };
  }
  if (!after?.actionUrl) throw new Refusal(after?.message || NOT_ENABLED, { retcode: "FAILED" });
  return { kind: "confirm", actionUrl: after.actionUrl };
}

/**
 * Reads a price, coupon or trial again that has disappeared since it was read. The next try is a new subscription, and
 * needs the same agreed terms: without the trial it would be charged at once.
 */
async function ordered(subscription: Subscription, now: Date, agreed: string | null): Promise<Subscription> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await orderSubscription(subscription, now);
    if (outcome === "made") return (await readLive(subscription)) ?? subscription;
    if (tries === MOST_TRIES)
      throw new Error(`the provider refused the ${outcome} of ${subscription.tenantName} again`);
    const { tenantId } = subscription;
    await ensureAgreed({ tenantId, now, agreed });
    subscription = await requestSubscription({ tenantId, now });
    if (subscription.state !== "requested") return subscription;
  }
}

async function ensureAgreed({ agreed, ...asked }: Pick<Subscriber, "tenantId" | "now" | "agreed">): Promise<void> {
  if (agreed !== null) await requireAgreement({ ...asked, agreed });
}

async function undoCancel({ providerId }: Subscription, now: Date): Promise<void> {
  if (!providerId) return;
  await setCancelAtPeriodEnd(providerId, false);
  await syncSubscription(providerId, now);
}
