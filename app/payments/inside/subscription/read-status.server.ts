import type { UpcomingInvoice } from "~/payments/inside/provider/subscription-facts";
import { readLive, type Subscription } from "./lock-subscription.server";
import { refreshUpcoming } from "./refresh-upcoming.server";
import { isEnabled } from "./subscription-state";

/** `status` of GET /payments/status (3.4): the upcoming invoice, or 0 while the subscription is disabled. */
type PaymentStatus =
  | 0
  | {
      id: "upcoming";
      number: null;
      /** Whole cents. */
      total: number;
      amount_remaining: number;
      paid: false;
      /** Epoch seconds. */
      period_start: number;
    };

/** Reads the status at the provider. Throws ProviderSilent (M12). */
export async function readStatusNow({ tenantId, now }: { tenantId: number; now: Date }): Promise<PaymentStatus> {
  const subscription = await readLive({ tenantId });
  if (!subscription || !isEnabled(subscription)) return 0;
  return statusOf(await refreshUpcoming(subscription, now));
}

/** Reads the status as last reported, without the provider. */
export async function readStatus({ tenantId }: { tenantId: number }): Promise<PaymentStatus> {
  const subscription = await readLive({ tenantId });
  return subscription && isEnabled(subscription) ? statusOf(upcomingOf(subscription)) : 0;
}

/** Returns the upcoming invoice as last reported; null without one. */
export function upcomingOf(subscription: Subscription): UpcomingInvoice | null {
  const { upcomingTotalCents: total, upcomingRemainingCents: remaining, upcomingStart } = subscription;
  if (total === null || remaining === null || upcomingStart === null) return null;
  return { total, remaining, periodStart: upcomingStart };
}

function statusOf(upcoming: UpcomingInvoice | null): PaymentStatus {
  if (!upcoming) return 0;
  return {
    id: "upcoming",
    number: null,
    paid: false,
    total: Number(upcoming.total),
    amount_remaining: Number(upcoming.remaining),
    period_start: Math.floor(upcoming.periodStart.getTime() / 1000),
  };
}
