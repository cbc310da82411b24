import { type Queryable, db } from "~/platform/db.server";
import { previewInvoice } from "~/payments/inside/provider/invoices.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import type { UpcomingInvoice } from "~/payments/inside/provider/subscription-facts";
import type { Subscription } from "./lock-subscription.server";

/** The next invoice; null if there will be none, `undefined` if the provider does not answer. */
export async function readUpcoming(given: {
  providerId: string;
  status: string;
  cancelAtPeriodEnd: boolean;
}): Promise<UpcomingInvoice | null | undefined> {
  const goesOn = ["active", "trialing", "past_due"].includes(given.status) && !given.cancelAtPeriodEnd;
  if (!goesOn) return null;
  try {
    return await previewInvoice(given.providerId);
  } catch (error) {
    if (error instanceof ProviderSilent) return undefined;
    throw error;
  }
}

/** Stores the reading, so that no page waits for the provider. */
export async function writeUpcoming(
  into: Queryable,
  subscriptionId: string,
  upcoming: UpcomingInvoice | null | undefined,
  now: Date,
): Promise<void> {
  if (upcoming === undefined) return;
  await into.query(
    `update subscription set upcoming_total_cents = $2, upcoming_remaining_cents = $3, upcoming_start = $4,
       upcoming_read_at = $5 where subscription_id = $1`,
    [subscriptionId, upcoming?.total ?? null, upcoming?.remaining ?? null, upcoming?.periodStart ?? null, now],
  );
}

/** Reads the next invoice of a running subscription. Throws ProviderSilent. */
export async function refreshUpcoming(
  { subscriptionId, providerId }: Pick<Subscription, "subscriptionId" | "providerId">,
  now: Date,
): Promise<UpcomingInvoice | null> {
  const upcoming = providerId ? await previewInvoice(providerId) : null;
  await writeUpcoming(db, subscriptionId, upcoming, now);
  return upcoming;
}
