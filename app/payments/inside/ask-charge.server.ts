import { transaction } from "~/platform/db.server";
import { touchBalances } from "~/money/touch-balances.server";
import { ownUrl } from "~/platform/own-url.server";
import { applyPayment } from "../apply-payment.server";
import { ensureCustomer } from "./ensure-customer.server";
import { lockTopUp, type TopUp } from "../lock-top-up.server";
import type { ChargeResult } from "./provider/payment-facts";
import { chargeSavedCard } from "./provider/payments.server";
import { isPaid } from "../top-up-state";

/** The path to which the bank sends the browser back. */
export function returnPath(topupId: string): string {
  return `/billing/add-funds?return=${topupId}`;
}

/**
 * Charges the saved card of a top-up and records the answer. The idempotency key comes from the top-up's id: repeated
 * and concurrent calls pay once and get the same answer.
 */
export async function askCharge(topUp: TopUp, now: Date): Promise<ChargeResult> {
  if (!topUp.pmId) throw new Error(`top-up ${topUp.topupId} has no card to charge`);
  const { customerId } = await ensureCustomer(topUp);
  const result = await chargeSavedCard({
    topupId: topUp.topupId,
    tenantName: topUp.tenantName,
    cents: topUp.cents,
    vatCents: topUp.vatCents,
    vat: topUp.vat,
    customerId,
    pmId: topUp.pmId,
    onSession: topUp.way === "auto" ? null : { returnUrl: ownUrl(returnPath(topUp.topupId)) },
  });
  await recordCharge(topUp, result, now);
  return result;
}

/** Records the answer to a charge; without one the top-up is left for the next attempt. */
export async function recordCharge(topUp: TopUp, result: ChargeResult, now: Date): Promise<void> {
  await transaction(async (tx) => {
    if (result.kind === "answered") await applyPayment(tx, { payment: result.payment, now });
    if (result.kind !== "declined") return;
    const known = await lockTopUp(tx, topUp.topupId);
    if (!known || isPaid(known.state)) return;
    // A charge without the customer present waits for them if the bank wants confirmation.
    const state = known.way === "auto" && result.needsCustomer ? "requires_action" : "failed";
    await tx.query(
      `update top_up set state = $2, message = $3, payment_intent_id = coalesce(payment_intent_id, $4)
       where topup_id = $1`,
      [topUp.topupId, state, result.message, result.paymentIntentId],
    );
    await touchBalances(tx, [topUp.tenantId]);
  });
}
