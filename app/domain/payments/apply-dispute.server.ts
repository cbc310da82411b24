import type { Tx } from "~/db.server";
import { addCredit } from "~/domain/billing/add-credit.server";
import { takeMoney } from "~/domain/billing/take-money.server";
import { centsToUnits } from "~/domain/billing/units";
import { freezeTenant, refreezeTenant, unfreezeTenant } from "~/domain/users/freeze-tenant.server";
import { ownUrl } from "~/domain/users/own-url.server";
import { mailTenant } from "~/domain/users/queue-mail.server";
import { notify } from "~/domain/users/notify.server";
import { type Apply, applyPayment } from "./apply-payment.server";
import { centsText } from "~/domain/receipts/cents-text";
import type { TopUp } from "./lock-top-up.server";
import { lockPaidTopUp, restateTopUp } from "./paid-top-up.server";
import type { DisputeFacts } from "./provider/payment-facts";
import { readPayment } from "./provider/payments.server";
import { readDispute } from "./provider/reversals.server";

/** Reads a dispute and its payment as they are now; the answer applies both. */
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
 * Follows the money of a contested payment, not the words about it: taken back by the provider, it is taken here and
 * the tenant is frozen; given back, it is credited (debt first) and the tenant's access restored (6.5). Each once per
 * dispute. The provider's fee is the house's.
 */
export async function applyDispute(
  tx: Tx,
  { dispute, now }: { dispute: DisputeFacts; now: Date },
): Promise<void> {
  const topUp = await lockPaidTopUp(tx, dispute.paymentIntentId);
  if (!topUp) return;
  const known = await keepDispute(tx, dispute, topUp.topupId);
  if (dispute.withdrawn > 0n && !known.withdrawnAt) await withdraw(tx, { dispute, topUp, now });
  if (dispute.withdrawn <= 0n && known.withdrawnAt && !known.reinstatedAt)
    await reinstate(tx, { dispute, topUp, cents: known.cents, now });
  await restateTopUp(tx, topUp.topupId);
}

interface KnownDispute {
  cents: bigint;
  withdrawnAt: Date | null;
  reinstatedAt: Date | null;
}

async function keepDispute(tx: Tx, dispute: DisputeFacts, topupId: string): Promise<KnownDispute> {
  const [known] = await tx.query<KnownDispute>(
    `insert into payment_dispute (dispute_id, topup_id, cents, status, reason, opened_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (dispute_id) do update set status = excluded.status, reason = excluded.reason,
       cents = case when payment_dispute.withdrawn_at is null then excluded.cents else payment_dispute.cents end
     returning cents, withdrawn_at as "withdrawnAt", reinstated_at as "reinstatedAt"`,
    [
      ...[dispute.disputeId, topupId, dispute.withdrawn > 0n ? dispute.withdrawn : dispute.cents],
      ...[dispute.status, dispute.reason, dispute.openedAt],
    ],
  );
  if (!known) throw new Error(`dispute ${dispute.disputeId} was not kept`);
  return known;
}

interface Step {
  dispute: DisputeFacts;
  topUp: TopUp;
  now: Date;
}

async function withdraw(tx: Tx, { dispute, topUp, now }: Step): Promise<void> {
  const { tenantId } = topUp;
  await tx.query(`update payment_dispute set withdrawn_at = $2 where dispute_id = $1`, [
    dispute.disputeId,
    now,
  ]);
  // Tasks are locked before the accounts, as everywhere.
  await freezeTenant(tx, { tenantId, reason: freezeReason(dispute), now });
  await takeMoney(tx, {
    ...{ tenantId, now, units: centsToUnits(dispute.withdrawn), to: "provider", kind: "chargeback" },
    key: `stripe:${dispute.disputeId}:withdrawn`,
    description: `Disputed top-up ${topUp.number}`,
  });
  // Who is suspended can read no notification, but mail.
  await mailTenant(tx, {
    tenantId,
    subject: "A payment is disputed and your account is suspended",
    text:
      `The cardholder or the bank contests the payment of top-up ${topUp.number}, and ${centsText(dispute.withdrawn)} were ` +
      `taken back. Your tasks have been stopped and your account is suspended until this is settled.\n\n` +
      `If you did not mean to dispute it, tell your bank, and write to us: ${ownUrl("/contact")}\n`,
    cause: `dispute:${dispute.disputeId}`,
  });
  await notify(tx, {
    ...{ tenantId, now, retcode: "ERROR", url: "/billing" },
    message: `The payment of top-up ${topUp.number} is disputed: ${centsText(dispute.withdrawn)} were taken back. Please contact support.`,
    cause: `dispute:${dispute.disputeId}`,
  });
}

async function reinstate(tx: Tx, { dispute, topUp, cents, now }: Step & { cents: bigint }): Promise<void> {
  const { tenantId } = topUp;
  await tx.query(`update payment_dispute set reinstated_at = $2 where dispute_id = $1`, [
    dispute.disputeId,
    now,
  ]);
  await addCredit(tx, {
    ...{ tenantId, now, units: centsToUnits(cents), from: "provider", kind: "chargeback" },
    key: `stripe:${dispute.disputeId}:reinstated`,
    description: `Dispute of top-up ${topUp.number} won`,
  });
  const reason = freezeReason(dispute);
  const other = await findOtherDispute(tx, tenantId, dispute.disputeId);
  if (other) await refreezeTenant(tx, { tenantId, reason, newReason: freezeReason(other) });
  else await unfreezeTenant(tx, { tenantId, reason, now });
}

/** Another dispute of the tenant whose money is still gone. */
async function findOtherDispute(tx: Tx, tenantId: number, disputeId: string) {
  const [other] = await tx.query<{ disputeId: string }>(
    `select d.dispute_id as "disputeId" from payment_dispute d join top_up u using (topup_id)
     where u.tenant_id = $1 and d.dispute_id <> $2 and d.withdrawn_at is not null and d.reinstated_at is null
     order by d.opened_at limit 1`,
    [tenantId, disputeId],
  );
  return other;
}

/** Names the dispute, so that winning one restores only whom it froze. */
function freezeReason({ disputeId }: Pick<DisputeFacts, "disputeId">): string {
  return `disputed payment ${disputeId}`;
}
