import { db, transaction } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { applyRefund } from "./apply-refund.server";
import { askEach } from "./inside/ask-each.server";
import { lockOrder, refuseOrder } from "./inside/card-refund-order.server";
import { makeRefund } from "./inside/provider/reversals.server";
import { lockTopUp } from "./lock-top-up.server";

const ASK_AGAIN_S = 60;
const AT_ONCE = 100;
/** The provider keeps the key of a request for a day: after that a repeated one might refund twice. */
const GIVE_UP_S = 23 * 3600;

interface Due {
  orderId: string;
  topupId: string;
  paymentIntentId: string | null;
  cents: Cents;
  firstAskedAt: Date;
}

/**
 * Asks the provider for the refunds to cards that staff ordered, each once (6.12). The provider's webhook may be first; both
 * apply the same refund. An order without an answer for 23 h is given up; if it was made after all, its webhook counts.
 */
export async function refundToCards({ now }: { now: Date }) {
  const due = await takeDue(now);
  const failed = await askEach(due, (order) => refundToCard(order, now));
  return { asked: due.length, failures: failed.map(({ one, error }) => ({ orderId: one.orderId, error })) };
}

/** Claiming moves the next turn, so that one worker at a time asks for an order. */
async function takeDue(now: Date): Promise<Due[]> {
  const taken = await db.query<{ orderId: string }>(
    `update card_refund set asked_at = $1, first_asked_at = coalesce(first_asked_at, $1) where order_id in (
       select order_id from card_refund where state = 'ordered'
         and (asked_at is null or asked_at < $1::timestamptz - make_interval(secs => $2))
       order by ordered_at limit $3 for update skip locked)
     returning order_id as "orderId"`,
    [now, ASK_AGAIN_S, AT_ONCE],
  );
  if (taken.length === 0) return [];
  return await db.query<Due>(
    `select order_id as "orderId", topup_id as "topupId", payment_intent_id as "paymentIntentId", card_refund.cents,
       coalesce(first_asked_at, ordered_at) as "firstAskedAt"
     from card_refund join top_up using (topup_id) where order_id = any($1::uuid[]) order by random()`,
    [taken.map(({ orderId }) => orderId)],
  );
}

async function refundToCard({ orderId, topupId, paymentIntentId, cents, firstAskedAt }: Due, now: Date): Promise<void> {
  const late = now.getTime() - firstAskedAt.getTime() > GIVE_UP_S * 1000;
  const answer = late
    ? ({ kind: "refused", message: "The provider did not answer for a day." } as const)
    : await makeRefund({ orderId, paymentIntentId: paymentIntentId ?? "", cents });
  await transaction(async (tx) => {
    if (answer.kind === "made") return await applyRefund(tx, { refund: answer.refund, now });
    const topUp = await lockTopUp(tx, topupId);
    const order = topUp && (await lockOrder(tx, orderId, topupId));
    if (order) await refuseOrder(tx, { order, topUp, message: answer.message, now });
  });
}
