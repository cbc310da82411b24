import type { Sandbox } from "../state/sandbox";

/** Stripe also keeps events for thirty days. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Deletes old events, including undelivered ones. */
export function forgetEvents({ store, clock }: Sandbox): void {
  const before = clock.now() - KEPT_SECONDS;
  const old = new Set<string>();
  for (const event of store.all("event")) {
    // They are in order of time.
    if (event.created >= before) break;
    old.add(event.id);
    store.remove(event);
  }
  if (old.size === 0) return;
  for (const delivery of store.all("_delivery")) if (old.has(delivery.event)) store.remove(delivery);
}
