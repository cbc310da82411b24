import type { Sandbox } from "../state/sandbox";

/** Stripe keeps events for thirty days as well. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Forgets old events, with what was never taken of them. */
export function forgetEvents({ store, clock }: Sandbox): void {
  const before = clock.now() - KEPT_SECONDS;
  const old = new Set<string>();
  for (const event of store.all("event")) {
    // They are in the order in which they happened.
    if (event.created >= before) break;
    old.add(event.id);
    store.remove(event);
  }
  if (old.size === 0) return;
  for (const delivery of store.all("_delivery")) if (old.has(delivery.event)) store.remove(delivery);
}
