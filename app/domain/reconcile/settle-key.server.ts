import { transaction } from "~/db.server";
import { prepareDispute } from "~/domain/payments/apply-dispute.server";
import { preparePayment } from "~/domain/payments/apply-payment.server";
import { prepareRefund } from "~/domain/payments/apply-refund.server";
import { ProviderSilent } from "~/domain/payments/provider/stripe-client.server";

/**
 * Does what the webhook would have done about a payment, a refund or a dispute; once, whoever does it how often.
 * @returns why it could not be done; null when it was, or when there was nothing to do.
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
