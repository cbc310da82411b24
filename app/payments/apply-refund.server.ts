import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { centsToUnits } from "~/money/units";
import { type Apply, applyPayment } from "./apply-payment.server";
import { finishOrder, lockOrder, tellFailed, tellMade } from "./inside/card-refund-order.server";
import { lockPaidTopUp, restateTopUp } from "./inside/paid-top-up.server";
import type { RefundFacts } from "./inside/provider/payment-facts";
import { readPayment } from "./inside/provider/payments.server";
import { readRefund } from "./inside/provider/reversals.server";

/** Reads a refund and its payment; the returned function applies both, in any order. */
export async function prepareRefund(refundId: string, now: Date): Promise<Apply> {
  const refund = await readRefund(refundId);
  const payment = refund?.paymentIntentId ? await readPayment(refund.paymentIntentId) : null;
  return async (tx) => {
    if (!refund || !payment) return;
    await applyPayment(tx, { payment, now });
    await applyRefund(tx, { refund, now });
  };
}

/**
 * Debits a refund once per refund id, and credits it again if the refund fails (6.5). What the balance does not cover
 * becomes debt. Ignores refunds of payments that are not ours. One that staff ordered here finishes its order (6.12).
 */
export async function applyRefund(tx: Tx, { refund, now }: { refund: RefundFacts; now: Date }): Promise<void> {
  const topUp = await lockPaidTopUp(tx, refund.paymentIntentId);
  if (!topUp) return;
  const failed = refund.status === "failed" || refund.status === "canceled";
  const order = await lockOrder(tx, refund.orderId, topUp.topupId);
  const taken = await keepRefund(tx, { refund, topupId: topUp.topupId, now });
  const finished = order !== null && (await finishOrder(tx, { order, refund, now }));
  const wanted = {
    tenantId: topUp.tenantId,
    units: centsToUnits(refund.cents),
    now,
    kind: "refund" as const,
  };
  if (!failed)
    await takeMoney(tx, {
      ...wanted,
      to: "provider",
      key: `stripe:${refund.refundId}`,
      description: `Refund of top-up ${topUp.number} to the card${order ? `: ${order.reason}` : ""}`,
    });
  else if (taken)
    await addCredit(tx, {
      ...wanted,
      from: "provider",
      key: `stripe:${refund.refundId}:failed`,
      description: `Refund of top-up ${topUp.number} failed`,
    });
  if (order && failed) await tellFailed(tx, { order, topUp, now });
  else if (order && finished) await tellMade(tx, { order, topUp, now });
  await restateTopUp(tx, topUp.topupId);
}

/** @returns whether its money was debited before. */
async function keepRefund(
  tx: Tx,
  { refund, topupId, now }: { refund: RefundFacts; topupId: string; now: Date },
): Promise<boolean> {
  const before = await tx.query(`select from ledger_transaction where key = 'stripe:' || $1`, [refund.refundId]);
  await tx.query(
    `insert into payment_refund (refund_id, topup_id, cents, status, created_at) values ($1, $2, $3, $4, $5)
     on conflict (refund_id) do update set status = excluded.status`,
    [refund.refundId, topupId, refund.cents, refund.status, now],
  );
  return before.length > 0;
}
