import type { SubscriptionStatus } from "~/payments/subscription-states";

/** States of a subscription (6.4). `expired`: it never began, and its tenant is as before. */
export type SubscriptionState = "requested" | "incomplete" | "active" | "past_due" | "canceled" | "expired";

/** Checks whether a subscription has ended. Its tenant may then have another one. */
export function isEnded(state: SubscriptionState): boolean {
  return state === "canceled" || state === "expired";
}

/** Checks whether the provider's status is an end. */
export function isOver(providerStatus: string): boolean {
  return providerStatus === "canceled" || providerStatus === "incomplete_expired";
}

/** Checks whether a subscription makes its tenant PRO. */
export function isRunning(state: SubscriptionState): boolean {
  return state === "active" || state === "past_due";
}

/** Checks whether a subscription has a next invoice, which is the meaning of 'Enabled' (3.4). */
export function isEnabled(subscription: { state: SubscriptionState; cancelAtPeriodEnd: boolean } | null): boolean {
  return subscription !== null && isRunning(subscription.state) && !subscription.cancelAtPeriodEnd;
}

/** A subscription's new state, from its status at the provider. */
interface Advance {
  to: SubscriptionState;
  /** The new status of its tenant's users; null: unchanged. */
  status: SubscriptionStatus | null;
}

/**
 * The state machine of a subscription (6.4). It uses only the provider's current status, so that late, repeated and
 * reordered events end in the same state. An ended subscription returns only if it is paid. Unknown statuses change
 * nothing.
 */
export function advance(from: SubscriptionState, providerStatus: string): Advance {
  const to = stateFor(providerStatus);
  if (to === null || (to === "incomplete" && from !== "requested")) return { to: from, status: null };
  if (to === "expired") return isRunning(from) ? ENDED : { to: isEnded(from) ? from : "expired", status: null };
  // A subscription that was never paid ends as if it had never started.
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
    // The retries ended without a payment.
    unpaid: "canceled",
    paused: "canceled",
    canceled: "canceled",
  };
  return known[providerStatus] ?? null;
}
