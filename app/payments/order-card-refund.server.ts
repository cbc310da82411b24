import type { Tx } from "~/platform/db.server";
import type { Cents, Units } from "~/money/units";
import { centsText } from "~/platform/cents-text";
import { Refusal } from "~/platform/refusal";
import { lockTopUp, type TopUp } from "./lock-top-up.server";
import { M } from "./messages";
import { lockSpare } from "./inside/lock-spare.server";
import { readPaid } from "./inside/paid-top-up.server";
import { vatInPart, vatOnPart } from "./vat";

interface Order {
  /** Key from the form: sent twice, it orders once. */
  orderId: string;
  topUp: TopUp;
  /** The amount for the card; for a task, the cost that is given back, to which its VAT is added (B22). */
  cents: Cents;
  reason: string;
  note: string;
  actorId: number;
  /** The state of a task whose cost it gives back; null: unspent money. */
  task: { resvGuid: string; before: Units } | null;
  now: Date;
}

/** Locks a top-up that may be refunded: it comes before users and tasks in the order of locks. */
export async function lockRefundable(tx: Tx, topupId: string): Promise<TopUp> {
  const topUp = await lockTopUp(tx, topupId);
  if (!topUp) throw new Refusal(M.notFound, { status: 404 });
  if (topUp.state !== "settled" && topUp.state !== "refunded") throw new Refusal(M.topUpNotRefundable);
  return topUp;
}

/**
 * Orders a refund to the card of a top-up, which the caller has locked; the job `refund-to-cards` asks the provider (6.12).
 * Unspent money must still be in the balance.
 * @returns whether it was ordered now; false if this form had ordered it before.
 * @throws Refusal M567, M568
 */
export async function orderCardRefund(tx: Tx, order: Order): Promise<boolean> {
  const { orderId, topUp, cents: given, task, now } = order;
  const [before] = await tx.query(`select from card_refund where order_id = $1`, [orderId]);
  if (before) return false;
  const paid = await readPaid(tx, topUp, { withOrders: true });
  const left = (paid.cents - paid.backCents) as Cents;
  // A task's cost has no VAT: it comes on top. Unspent money is typed as it reaches the card.
  const vatCents = task ? vatOnPart(paid, given) : vatInPart(paid, given);
  const cents = (task ? given + vatCents : given) as Cents;
  if (cents <= 0n || cents > left) throw Refusal.ofField("dollars", M.moreThanToppedUp({ dollars: centsText(left) }));
  if (!task) {
    const spare = await lockSpare(tx, topUp.tenantId, now);
    if (cents - vatCents > spare) throw Refusal.ofField("dollars", M.moreThanBalance({ dollars: centsText(spare) }));
  }
  const values = {
    ...order,
    cents,
    vatCents,
    topupId: topUp.topupId,
    resvGuid: task?.resvGuid ?? null,
    before: task?.before ?? null,
  };
  await tx.query(
    `insert into card_refund (order_id, topup_id, cents, vat_cents, reason, note, resv_guid, before_units, ordered_by_id, ordered_at)
     values ($orderId, $topupId, $cents, $vatCents, $reason, $note, $resvGuid, $before, $actorId, $now)`,
    values,
  );
  return true;
}

/** Checks whether refunds to cards that were ordered for tenants are still to be made. They end within a day. */
export async function hasOrderedRefund(tx: Tx, tenantIds: readonly number[]): Promise<boolean> {
  const [ordered] = await tx.query(
    `select from card_refund o join top_up using (topup_id)
     where tenant_id = any($1::int[]) and o.state = 'ordered' limit 1`,
    [tenantIds],
  );
  return ordered !== undefined;
}
