import { syncSubscriptions as sync } from "~/domain/subscription/sync-subscriptions.server";
import { log } from "../log";

/** Subscriptions whose reports did not come, or whose outcome is open (6.4). */
export async function syncSubscriptions(): Promise<void> {
  const { failures } = await sync({ now: new Date() });
  for (const { subscriptionId, error } of failures)
    log.warn({ err: error, subscriptionId }, "a subscription was not looked up, trying it again later");
}
