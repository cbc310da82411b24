import { transaction } from "~/platform/db.server";
import { prepareDispute } from "~/payments/apply-dispute.server";
import { preparePayment } from "~/payments/apply-payment.server";
import { prepareRefund } from "~/payments/apply-refund.server";
import { ProviderSilent } from "~/payments/stripe-client.server";

/**
 * Applies a payment, refund or dispute as its webhook would have; idempotent.
 * @returns why it failed; null on success, or if there was nothing to do.
 */
export async function settleKey(key: string, now: Date): Promise<string | null> {
  const id = key.slice("stripe:".length);
  const prepare = /^(re|pyr)_/.test(id) ? prepareRefund : /^(du|dp)_/.test(id) ? prepareDispute : preparePayment;
  try {
    await transaction(await prepare(id, now));
    return null;
  } catch (error) {
    if (error instanceof ProviderSilent) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
