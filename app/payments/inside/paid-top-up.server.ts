import type { Tx } from "~/platform/db.server";
import { type TopUp, TOP_UP } from "../lock-top-up.server";
import { isPaid, stateAfterReversal } from "../top-up-state";

/** Locks the top-up that a payment was credited to; null if it is not ours, or not credited. */
export async function lockPaidTopUp(tx: Tx, paymentIntentId: string | null): Promise<TopUp | null> {
  const [topUp] = await tx.query<TopUp>(`${TOP_UP} where u.payment_intent_id = $1 for update of u`, [paymentIntentId]);
  return topUp && isPaid(topUp.state) ? topUp : null;
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
