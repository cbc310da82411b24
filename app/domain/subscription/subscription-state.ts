import type { SubscriptionStatus } from "./states";

/** States of one subscription (6.4). `expired`: it never came to be, which leaves its tenant as before. */
export type SubscriptionState = "requested" | "incomplete" | "active" | "past_due" | "canceled" | "expired";

/** Whether it is over. Its tenant may then have another one. */
export function isEnded(state: SubscriptionState): boolean {
  return state === "canceled" || state === "expired";
}

/** Whether it has ended by the provider's word. */
export function isOver(providerStatus: string): boolean {
  return providerStatus === "canceled" || providerStatus === "incomplete_expired";
}

/** Whether it makes its tenant PRO. */
export function isRunning(state: SubscriptionState): boolean {
  return state === "active" || state === "past_due";
}

/** Whether there is a next invoice of it, which is what 'Enabled' means (3.4). */
export function isEnabled(subscription: { state: SubscriptionState; cancelAtPeriodEnd: boolean } | null): boolean {
  return subscription !== null && isRunning(subscription.state) && !subscription.cancelAtPeriodEnd;
}

/** What a subscription becomes by what the provider says of it now. */
interface Advance {
  to: SubscriptionState;
  /** What its tenant's users become; null: they stay what they are. */
  status: SubscriptionStatus | null;
}

/**
 * The machine of a subscription (6.4). It looks at the provider's present word, not at the way there, so that reports that come late,
 * twice or out of order end in the same state. One that has ended comes back only by being paid, and an unknown word
 * changes nothing.
 */
export function advance(from: SubscriptionState, providerStatus: string): Advance {
  const to = stateFor(providerStatus);
  if (to === null || (to === "incomplete" && from !== "requested")) return { to: from, status: null };
  if (to === "expired") return isRunning(from) ? ENDED : { to: isEnded(from) ? from : "expired", status: null };
  // What was never paid ends as if it had never been.
  if (to === "canceled") return hasBegun(from) ? ENDED : { to: "expired", status: null };
  return { to, status: to === "incomplete" ? null : to };
}

const ENDED: Advance = { to: "canceled", status: "canceled" };

function hasBegun(state: SubscriptionState): boolean {
  return isRunning(state) || state === "canceled";
}

function stateFor(providerStatus: string): Exclude<SubscriptionState, "requested"> | null {
  const known: Record<string, Exclude<SubscriptionState, "requested"> | undefined> = {
    incomplete: "incomplete",
    incomplete_expired: "expired",
    active: "active",
    trialing: "active",
    past_due: "past_due",
    // The retries have ended without money.
    unpaid: "canceled",
    paused: "canceled",
    canceled: "canceled",
  };
  return known[providerStatus] ?? null;
}
