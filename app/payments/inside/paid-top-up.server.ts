import type { Tx } from "~/platform/db.server";
import { type TopUp, TOP_UP } from "../lock-top-up.server";
import type { Cents } from "~/money/units";
import { isPaid, stateAfterReversal } from "../top-up-state";
import type { Paid } from "../vat";

/** Locks the top-up that a payment was credited to; null if it is not ours, or not credited. */
export async function lockPaidTopUp(tx: Tx, paymentIntentId: string | null): Promise<TopUp | null> {
  const [topUp] = await tx.query<TopUp>(`${TOP_UP} where u.payment_intent_id = $1 for update of u`, [paymentIntentId]);
  return topUp && isPaid(topUp.state) ? topUp : null;
}

/**
 * Reads what was paid for a top-up, and what of it has gone back, with the VAT in it (B22). A new order counts those that
 * wait, too; the provider's facts do not, because it may refuse them.
 */
export async function readPaid(tx: Tx, topUp: TopUp, { withOrders = false } = {}): Promise<Paid> {
  const [back] = await tx.query<{ backCents: Cents; backVatCents: Cents }>(
    `select coalesce(sum(cents), 0)::bigint as "backCents", coalesce(sum(vat_cents), 0)::bigint as "backVatCents" from (
       select cents, vat_cents from payment_refund where topup_id = $1 and status not in ('failed', 'canceled')
       union all select cents, vat_cents from card_refund where topup_id = $1 and state = 'ordered' and $2
       union all select taken_cents, vat_cents from payment_dispute where topup_id = $1) back`,
    [topUp.topupId, withOrders],
  );
  if (!back) throw new Error("the sum of refunds gave no answer");
  return { cents: topUp.receivedCents, vatCents: topUp.vatCents, ...back };
}

/** Records how much of a paid top-up was returned, and the state that follows from its refunds and disputes (6.5). */
export async function restateTopUp(tx: Tx, topupId: string): Promise<void> {
  const [sum] = await tx.query<{ refundedCents: bigint; disputed: boolean }>(
    `select
       (select coalesce(sum(cents), 0) from payment_refund
        where topup_id = $1 and status not in ('failed', 'canceled'))::bigint as "refundedCents",
       exists (select from payment_dispute
        where topup_id = $1 and withdrawn_at is not null and reinstated_at is null) as disputed`,
    [topupId],
  );
  if (!sum) return;
  await tx.query(`update top_up set refunded_cents = $2, state = $3 where topup_id = $1`, [
    topupId,
    sum.refundedCents,
    stateAfterReversal(sum),
  ]);
}
