import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { syncInvoicesQuietly } from "~/payments/inside/subscription/apply-invoice.server";
import { syncSubscription } from "~/payments/inside/subscription/apply-subscription.server";
import { isRunning } from "~/payments/inside/subscription/subscription-state";

/**
 * The current state of a subscription whose bank sent the browser back. Does not wait for a silent provider: its event
 * or the job follows.
 * @returns whether it runs.
 */
export async function comeBack({ tenantId, now }: { tenantId: number; now: Date }): Promise<boolean> {
  const before = await readLive({ tenantId });
  if (!before?.providerId || isRunning(before.state)) return before !== null && isRunning(before.state);
  try {
    await syncSubscription(before.providerId, now);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
  }
  const after = await readLive({ tenantId });
  if (after && isRunning(after.state)) await syncInvoicesQuietly(after);
  return after !== null && isRunning(after.state);
}
