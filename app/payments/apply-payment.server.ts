import { transaction, type Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { touchBalances } from "~/money/touch-balances.server";
import { readSeller } from "~/money/read-seller.server";
import { type Cents, centsToUnits } from "~/money/units";
import { prepareCard } from "./apply-card.server";
import { lockTopUp, type TopUp } from "./lock-top-up.server";
import type { PaymentFacts } from "./inside/provider/payment-facts";
import { readPayment } from "./inside/provider/payments.server";
import { BILLED_TO_NOW } from "~/money/read-billed-to.server";
import { isLive } from "./stripe-client.server";
import { nextReceiptNumber } from "./receipt-number.server";
import { adoptTopUp } from "./inside/adopt-top-up.server";
import { notifyFailed, notifySettled } from "./inside/notify-top-up.server";
import { isPaid, stateAfterPayment } from "./top-up-state";
import { keepVatLine, vatLineOf } from "./inside/vat/vat-line.server";
import { vatInPart } from "./vat";

const NONE = 0n as Cents;

/** The database work after the provider was asked, for the caller's transaction. */
export type Apply = (tx: Tx) => Promise<void>;

/** Reads a payment at the provider and keeps the card that it saved; the returned function applies it (4.3). */
export async function preparePayment(paymentIntentId: string, now: Date): Promise<Apply> {
  const payment = await readPayment(paymentIntentId);
  const { pmId, adder } = payment ?? {};
  // In a separate transaction: it locks the adder's membership, which comes after the top-up (docs/guides/locking.md).
  if (pmId && adder && payment?.status === "succeeded") await transaction(await prepareCard(pmId, now, adder));
  return async (tx) => {
    if (payment) await applyPayment(tx, { payment, now });
  };
}

/**
 * Updates a top-up from its payment at the provider. A paid one is credited once, by the payment's ledger key, on any
 * path. Ignores payments that are not ours. Throws if a payment of ours contradicts its top-up.
 */
export async function applyPayment(tx: Tx, { payment, now }: { payment: PaymentFacts; now: Date }): Promise<void> {
  if (!payment.topupId) return;
  const topUp = (await lockTopUp(tx, payment.topupId)) ?? (await adoptTopUp(tx, { ...payment, now }));
  if (!topUp) return;
  requireOurs(payment, topUp);
  const state = stateAfterPayment(topUp, payment);
  if (isPaid(topUp.state)) return;
  if (state === "settled") await settle(tx, { topUp, payment, now });
  else await note(tx, { topUp, payment, state });
  if (state === "failed" && topUp.state !== "failed") await notifyFailed(tx, { topUp, message: payment.message, now });
  await touchBalances(tx, [topUp.tenantId]);
}

function requireOurs(payment: PaymentFacts, topUp: TopUp): void {
  const { paymentIntentId } = payment;
  const wrong =
    payment.currency !== "usd"
      ? `is in ${payment.currency}`
      : payment.livemode !== isLive()
        ? "is of the other mode"
        : ![topUp.customerId, ...topUp.formerCustomerIds].includes(payment.customerId)
          ? "is another customer's"
          : topUp.paymentIntentId && topUp.paymentIntentId !== paymentIntentId
            ? `is not ${topUp.paymentIntentId}`
            : null;
  if (wrong) throw new Error(`payment ${paymentIntentId} of top-up ${topUp.topupId} ${wrong}`);
}

async function settle(
  tx: Tx,
  { topUp, payment, now }: { topUp: TopUp; payment: PaymentFacts; now: Date },
): Promise<void> {
  const { topupId, tenantId } = topUp;
  const number = await nextReceiptNumber(tx, now);
  // Only the net amount is the customer's. Should the provider report another sum, VAT is its share of it.
  const due = {
    cents: (topUp.cents + topUp.vatCents) as Cents,
    vatCents: topUp.vatCents,
    backCents: NONE,
    backVatCents: NONE,
  };
  const vatCents = vatInPart(due, payment.received);
  const cents = (payment.received - vatCents) as Cents;
  await tx.query(
    `update top_up set state = 'settled', number = $2, received_cents = $3, payment_intent_id = $4,
       pm_id = coalesce(pm_id, $5), settled_at = $6, action_url = '', message = '', vat_cents = $7,
       seller = $8, billed_to = (select ${BILLED_TO_NOW} from tenant where id = top_up.tenant_id)
     where topup_id = $1`,
    [
      ...[topupId, number, payment.received, payment.paymentIntentId, payment.pmId, now, vatCents],
      topUp.vat && JSON.stringify(await readSeller(tx)),
    ],
  );
  await addCredit(tx, {
    tenantId,
    units: centsToUnits(cents),
    vat: centsToUnits(vatCents),
    from: "provider",
    kind: "topup",
    key: `stripe:${payment.paymentIntentId}`,
    description: `Top-up ${number}`,
    now,
  });
  await keepVatLine(tx, {
    ...vatLineOf({ ...topUp, number }),
    key: `topup:${topupId}`,
    netCents: cents,
    vatCents,
    now,
  });
  await notifySettled(tx, { topUp, number, cents, vatCents, now });
}

async function note(
  tx: Tx,
  { topUp, payment, state }: { topUp: TopUp; payment: PaymentFacts; state: string },
): Promise<void> {
  await tx.query(
    `update top_up set state = $2, payment_intent_id = $3,
       action_url = case $2 when 'requires_action' then $4 when 'created' then action_url else '' end,
       message = case when $5 <> '' then $5 else message end where topup_id = $1`,
    [topUp.topupId, state, payment.paymentIntentId, payment.actionUrl, payment.message],
  );
}
