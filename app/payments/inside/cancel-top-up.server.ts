import { transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { applyPayment } from "../apply-payment.server";
import type { TopUp } from "../lock-top-up.server";
import { cancelPayment } from "./provider/payments.server";
import { readTopUp } from "../read-top-up.server";
import { failTopUp, leaveTopUp } from "../settle-top-up.server";
import { isPaid, waitsForCustomer } from "../top-up-state";

const CANCELLED = "You cancelled this top-up.";
const AT_WORK = "The card payment provider is working on this top-up. It can no longer be cancelled.";

/**
 * Cancels a top-up that waits for its customer, at the provider first, so that nothing is paid there later. Refuses one
 * whose payment is in progress, and another tenant's with 404.
 * @returns whether it was already paid: then it stays.
 */
export async function cancelTopUp(given: { topupId: string; tenantId: number; now: Date }): Promise<{ paid: boolean }> {
  const topUp = await readTopUp(given);
  if (!topUp) throw new Refusal(M.notFound, { status: 404 });
  if (waitsForCustomer(topUp)) await endAtProvider(topUp, given.now);
  const { state } = (await readTopUp(given)) ?? topUp;
  if (!isPaid(state) && state !== "failed") throw new Refusal(AT_WORK);
  return { paid: isPaid(state) };
}

async function endAtProvider(topUp: TopUp, now: Date): Promise<void> {
  if (topUp.way === "new_card") return await leaveTopUp(topUp, now);
  const payment = topUp.paymentIntentId ? await cancelPayment(topUp.paymentIntentId) : null;
  if (payment?.status === "canceled") return await failTopUp(topUp, CANCELLED);
  // It was confirmed at the bank in between.
  if (payment) await transaction((tx) => applyPayment(tx, { payment, now }));
}
