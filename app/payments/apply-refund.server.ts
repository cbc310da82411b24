import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { type Apply, applyPayment } from "./apply-payment.server";
import { type CardRefundOrder, finishOrder, lockOrder, tellFailed, tellMade } from "./inside/card-refund-order.server";
import { lockPaidTopUp, readPaid, restateTopUp } from "./inside/paid-top-up.server";
import type { RefundFacts } from "./inside/provider/payment-facts";
import { readPayment } from "./inside/provider/payments.server";
import { readRefund } from "./inside/provider/reversals.server";
import { keepVatLine, vatLineOf } from "./inside/vat/vat-line.server";
import type { TopUp } from "./lock-top-up.server";
import { vatInPart } from "./vat";

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
  const order = await lockOrder(tx, refund.orderId, topUp.topupId);
  const { taken, failed, vatCents } = await keepRefund(tx, { refund, topUp, order, now });
  const netCents = (refund.cents - vatCents) as Cents;
  const finished = order !== null && (await finishOrder(tx, { order, refund, now }));
  const wanted = {
    tenantId: topUp.tenantId,
    units: centsToUnits(netCents),
    vat: centsToUnits(vatCents),
    now,
    kind: "refund" as const,
  };
  const key = `stripe:${refund.refundId}${failed ? ":failed" : ""}`;
  if (!failed)
    await takeMoney(tx, {
      ...{ ...wanted, to: "provider", key },
      description: `Refund of top-up ${topUp.number} to the card${order ? `: ${order.reason}` : ""}`,
    });
  else if (taken)
    await addCredit(tx, {
      ...{ ...wanted, from: "provider", key },
      description: `Refund of top-up ${topUp.number} failed`,
    });
  if (!failed || taken) {
    const [net, vat] = failed ? [netCents, vatCents] : [-netCents, -vatCents];
    await keepVatLine(tx, { ...vatLineOf(topUp), key, netCents: net as Cents, vatCents: vat as Cents, now });
  }
  if (order && failed) await tellFailed(tx, { order, topUp, now });
  else if (order && finished) await tellMade(tx, { order, topUp, now });
  await restateTopUp(tx, topUp.topupId);
}

interface Kept {
  refund: RefundFacts;
  topUp: TopUp;
  order: CardRefundOrder | null;
  now: Date;
}

interface KnownRefund {
  /** True if its money was debited before. */
  taken: boolean;
  failed: boolean;
  /** Stays as first computed (B22). */
  vatCents: Cents;
}

/** Keeps a refund as it was read. One that failed stays failed: a reading from before may be applied after it (6.5). */
async function keepRefund(tx: Tx, { refund, topUp, order, now }: Kept): Promise<KnownRefund> {
  const { refundId, cents, status } = refund;
  const before = await tx.query(`select from ledger_transaction where key = 'stripe:' || $1`, [refundId]);
  // A task's cost is credited without VAT, so its order keeps the VAT on top of it.
  const vatCents = order?.resvGuid ? order.vatCents : vatInPart(await readPaid(tx, topUp), cents);
  const [kept] = await tx.query<{ failed: boolean; vatCents: Cents }>(
    `insert into payment_refund as r (refund_id, topup_id, cents, vat_cents, status, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (refund_id) do update set status = case when r.status in ('failed', 'canceled') then r.status else excluded.status end
     returning status in ('failed', 'canceled') as failed, vat_cents as "vatCents"`,
    [refundId, topUp.topupId, cents, vatCents, status, now],
  );
  if (!kept) throw new Error(`refund ${refundId} was not kept`);
  return { taken: before.length > 0, ...kept };
}
