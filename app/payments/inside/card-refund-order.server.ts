import type { Tx } from "~/platform/db.server";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { postGiveBack } from "~/money/give-back.server";
import { asUnits, type Cents } from "~/money/units";
import type { RefundFacts } from "./provider/payment-facts";

/** A refund to a card that staff ordered. */
export interface CardRefundOrder {
  orderId: string;
  cents: Cents;
  /** The VAT in it: the balance gets and gives only the rest. */
  vatCents: Cents;
  reason: string;
  state: "ordered" | "made" | "refused";
  /** The task whose cost it gives back; null: it returns unspent money. */
  resvGuid: string | null;
  beforeUnits: bigint | null;
  taskName: string | null;
}

interface Of {
  topUp: { topupId: string; tenantId: number; number: string | null };
  now: Date;
}

const MOVEMENTS = "/billing/movements";

/** Locks the order that a refund names, if it is one of this top-up; the caller holds the top-up. */
export async function lockOrder(tx: Tx, orderId: string | null, topupId: string): Promise<CardRefundOrder | null> {
  if (orderId === null) return null;
  const [order] = await tx.query<CardRefundOrder>(
    `select order_id as "orderId", card_refund.cents,
       card_refund.vat_cents as "vatCents", card_refund.reason, card_refund.state,
       card_refund.resv_guid as "resvGuid", before_units as "beforeUnits", task_name as "taskName"
     from card_refund left join task on task.resv_guid = card_refund.resv_guid
     where order_id::text = $1 and topup_id = $2 for update of card_refund`,
    [orderId, topupId],
  );
  return order ?? null;
}

/**
 * Marks an order as made by this refund, once. The cost of a task is credited first: the refund then takes the same money to
 * the card.
 * @returns whether it was marked now.
 */
export async function finishOrder(
  tx: Tx,
  { order, refund, now }: { order: CardRefundOrder; refund: RefundFacts; now: Date },
): Promise<boolean> {
  if (order.state === "made") return false;
  await tx.query(`update card_refund set state = 'made', message = '', refund_id = $2 where order_id = $1`, [
    order.orderId,
    refund.refundId,
  ]);
  await creditTask(tx, order, now);
  return true;
}

/** Notifies the customer that money goes to their card. */
export async function tellMade(tx: Tx, { order, topUp, now }: Of & { order: CardRefundOrder }): Promise<void> {
  const sum = centsText(order.cents);
  const { taskName, reason } = order;
  const message = taskName
    ? `${sum} was given back to your card for your task ${taskName}: ${reason}`
    : `${sum} of top-up ${topUp.number ?? ""} was refunded to your card: ${reason}`;
  await notify(tx, {
    ...{ tenantId: topUp.tenantId, retcode: "OK", message, url: MOVEMENTS, now },
    cause: `card-refund:${order.orderId}`,
    mail: {
      subject: `${sum} was refunded to your card`,
      text: `${message}\n\nYour bank shows it within 5 to 10 days. Your movements have it too: ${ownUrl(MOVEMENTS)}\n`,
    },
  });
}

/** Notifies the customer that the bank sent the money back, and that it is in their balance. */
export async function tellFailed(tx: Tx, { order, topUp, now }: Of & { order: CardRefundOrder }): Promise<void> {
  const sum = centsText(order.cents);
  const message = `Your bank did not take the refund of ${sum} to your card. The money is in your balance.`;
  await notify(tx, {
    ...{ tenantId: topUp.tenantId, retcode: "ERROR", message, url: MOVEMENTS, now },
    cause: `card-refund-failed:${order.orderId}`,
    mail: { subject: `The refund of ${sum} is in your balance`, text: `${message}\n\n${ownUrl(MOVEMENTS)}\n` },
  });
}

/** Gives an order up that the provider refused. The cost of a task then goes to the balance, so that nothing promised is lost. */
export async function refuseOrder(
  tx: Tx,
  { order, message, topUp, now }: Of & { order: CardRefundOrder; message: string },
): Promise<void> {
  if (order.state !== "ordered") return;
  await tx.query(`update card_refund set state = 'refused', message = $2 where order_id = $1`, [
    order.orderId,
    message,
  ]);
  if (!order.taskName) return;
  await creditTask(tx, order, now);
  const sum = centsText((order.cents - order.vatCents) as Cents);
  const text = `${sum} was given back for your task ${order.taskName}: ${order.reason} Your card could not be refunded, so the money is in your balance.`;
  await notify(tx, {
    ...{ tenantId: topUp.tenantId, retcode: "OK", message: text, url: MOVEMENTS, now },
    cause: `card-refund:${order.orderId}`,
    mail: { subject: `${sum} was given back to you`, text: `${text}\n\n${ownUrl(MOVEMENTS)}\n` },
  });
}

async function creditTask(tx: Tx, { resvGuid, beforeUnits }: CardRefundOrder, now: Date): Promise<void> {
  if (resvGuid !== null && beforeUnits !== null)
    await postGiveBack(tx, { resvGuid, before: asUnits(beforeUnits), now });
}
