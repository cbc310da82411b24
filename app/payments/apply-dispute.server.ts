import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { type Apply, applyPayment } from "./apply-payment.server";
import { freezeForDispute, unfreezeAfterDispute } from "./inside/freeze-for-dispute.server";
import type { TopUp } from "./lock-top-up.server";
import { lockPaidTopUp, readPaid, restateTopUp } from "./inside/paid-top-up.server";
import { keepVatLine, vatLineOf } from "./inside/vat/vat-line.server";
import { vatInPart } from "./vat";
import type { DisputeFacts } from "./inside/provider/payment-facts";
import { readPayment } from "./inside/provider/payments.server";
import { readDispute } from "./inside/provider/reversals.server";
import { notifyDisputed, notifyDisputeMoved } from "./inside/notify-dispute.server";

/** Reads a dispute and its payment; the returned function applies both. */
export async function prepareDispute(disputeId: string, now: Date): Promise<Apply> {
  const dispute = await readDispute(disputeId);
  const payment = dispute?.paymentIntentId ? await readPayment(dispute.paymentIntentId) : null;
  return async (tx) => {
    if (!dispute || !payment) return;
    await applyPayment(tx, { payment, now });
    await applyDispute(tx, { dispute, now });
  };
}

/**
 * Follows the money of a dispute, not its status (6.5). Each movement at the provider is a step; a reading posts what
 * goes beyond the last step. Readings in any order, and repeated ones, therefore end at the amount that the provider
 * has taken. While money is gone the tenant is frozen. The house pays the provider's fee.
 */
export async function applyDispute(tx: Tx, { dispute, now }: { dispute: DisputeFacts; now: Date }): Promise<void> {
  const topUp = await lockPaidTopUp(tx, dispute.paymentIntentId);
  if (!topUp) return;
  const known = await keepDispute(tx, dispute, topUp.topupId);
  // An older or repeated reading changes nothing.
  if (dispute.movements > known.step) await follow(tx, { dispute, known, topUp, now });
  await restateTopUp(tx, topUp.topupId);
}

interface KnownDispute {
  step: number;
  takenCents: Cents;
  /** The VAT in it. */
  vatCents: Cents;
  /** True if part of the money was gone. */
  gone: boolean;
}

async function keepDispute(tx: Tx, dispute: DisputeFacts, topupId: string): Promise<KnownDispute> {
  const [known] = await tx.query<KnownDispute>(
    `insert into payment_dispute (dispute_id, topup_id, cents, status, reason, opened_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (dispute_id) do update set reason = excluded.reason,
       status = case when payment_dispute.step > $7 then payment_dispute.status else excluded.status end
     returning step, taken_cents as "takenCents", vat_cents as "vatCents", withdrawn_at is not null and reinstated_at is null as gone`,
    [
      ...[dispute.disputeId, topupId, dispute.cents, dispute.status, dispute.reason],
      ...[dispute.openedAt, dispute.movements],
    ],
  );
  if (!known) throw new Error(`dispute ${dispute.disputeId} was not kept`);
  return known;
}

interface Step {
  dispute: DisputeFacts;
  known: KnownDispute;
  topUp: TopUp;
  now: Date;
}

async function follow(tx: Tx, { dispute, known, topUp, now }: Step): Promise<void> {
  const { disputeId, withdrawn, movements: step } = dispute;
  const gone = withdrawn > 0n;
  const vatCents = await vatTaken(tx, { dispute, known, topUp });
  await tx.query(
    `update payment_dispute set step = $2, taken_cents = $3, vat_cents = $7,
       withdrawn_at = case when $4 and not $5 then $6 else withdrawn_at end,
       reinstated_at = case when $4 then null when $5 then $6 else reinstated_at end
     where dispute_id = $1`,
    [disputeId, step, withdrawn, gone, known.gone, now, vatCents],
  );
  const of = { disputeId, tenantId: topUp.tenantId, now };
  // Locks users and tasks before accounts, as everywhere.
  if (gone && !known.gone) await freezeForDispute(tx, of);
  if (!gone && known.gone) await unfreezeAfterDispute(tx, of);
  const takenNow = (withdrawn - known.takenCents) as Cents;
  const vatNow = (vatCents - known.vatCents) as Cents;
  await post(tx, { ...of, step, takenNow, vatNow, topUp, over: !gone });
  const notice = { ...of, step, takenNow, number: topUp.number ?? "" };
  if (gone && !known.gone) await notifyDisputed(tx, notice);
  else await notifyDisputeMoved(tx, notice);
}

interface Posting {
  disputeId: string;
  tenantId: number;
  step: number;
  /** Below 0: returned. */
  takenNow: Cents;
  vatNow: Cents;
  topUp: TopUp;
  over: boolean;
  now: Date;
}

/** The VAT in all that a dispute has taken by now; a step back gives back its share of the dispute's. */
async function vatTaken(tx: Tx, { dispute, known, topUp }: Omit<Step, "now">): Promise<Cents> {
  const { withdrawn } = dispute;
  const more = (withdrawn - known.takenCents) as Cents;
  if (more >= 0n) return (known.vatCents + vatInPart(await readPaid(tx, topUp), more)) as Cents;
  const none = 0n as Cents;
  return vatInPart(
    { cents: known.takenCents, vatCents: known.vatCents, backCents: none, backVatCents: none },
    withdrawn,
  );
}

async function post(tx: Tx, posted: Posting): Promise<void> {
  const { disputeId, tenantId, step, takenNow, vatNow, topUp, over, now } = posted;
  if (takenNow === 0n) return;
  const number = topUp.number ?? "";
  const key = `stripe:${disputeId}:${step}`;
  const posting = { tenantId, now, kind: "chargeback", key } as const;
  const netNow = takenNow - vatNow;
  if (takenNow > 0n)
    await takeMoney(tx, {
      ...{ ...posting, units: centsToUnits(netNow), vat: centsToUnits(vatNow), to: "provider" },
      description: `Disputed top-up ${number}`,
    });
  else
    await addCredit(tx, {
      ...{ ...posting, units: centsToUnits(-netNow), vat: centsToUnits(-vatNow) },
      from: "provider",
      description: over ? `Dispute of top-up ${number} won` : `Part of disputed top-up ${number} given back`,
    });
  await keepVatLine(tx, { ...vatLineOf(topUp), key, netCents: -netNow as Cents, vatCents: -vatNow as Cents, now });
}
