import { ProviderRefusesKey } from "~/domain/payments/provider/stripe-client.server";
import { syncSubscriptions as sync } from "~/domain/subscription/sync-subscriptions.server";
import { log } from "../log";
import { sayKeyStanding } from "./say-key-standing";

/** Subscriptions whose reports did not come, or whose outcome is open (6.4). */
export async function syncSubscriptions(): Promise<void> {
  const { failures } = await sync({ now: new Date() });
  for (const { subscriptionId, error } of failures)
    if (!(error instanceof ProviderRefusesKey))
      log.warn({ err: error, subscriptionId }, "a subscription was not looked up, trying it again later");
  await sayKeyStanding();
}
