import type { Tx } from "~/db.server";
import type { Cents } from "~/domain/billing/units";
import { centsText } from "~/domain/receipts/cents-text";
import { notify } from "~/domain/notices/notify.server";
import { ownUrl } from "~/domain/notices/own-url.server";
import { mailTenant } from "~/domain/notices/queue-mail.server";

interface Told {
  tenantId: number;
  disputeId: string;
  step: number;
  /** Less than 0: given back. */
  takenNow: Cents;
  /** Of the top-up. */
  number: string;
  now: Date;
}

/** The money was taken back and the account is suspended. */
export async function notifyDisputed(tx: Tx, told: Told): Promise<void> {
  const { tenantId, takenNow, number, now } = told;
  const cause = causeOf(told);
  // Who is suspended can read no notification, but mail.
  await mailTenant(tx, {
    tenantId,
    cause,
    subject: "A payment is disputed and your account is suspended",
    text:
      `The cardholder or the bank contests the payment of top-up ${number}, and ${centsText(takenNow)} were ` +
      `taken back. Your tasks have been stopped and your account is suspended until this is settled.\n\n` +
      `If you did not mean to dispute it, tell your bank, and write to us: ${ownUrl("/contact")}\n`,
  });
  await notify(tx, {
    tenantId,
    now,
    cause,
    retcode: "ERROR",
    url: "/billing",
    message: `The payment of top-up ${number} is disputed: ${centsText(takenNow)} were taken back. Please contact support.`,
  });
}

/** More was taken, or some was given back. */
export async function notifyDisputeMoved(tx: Tx, told: Told): Promise<void> {
  const { tenantId, takenNow, number, now } = told;
  if (takenNow === 0n) return;
  const taken = takenNow > 0n;
  const amount = centsText(taken ? takenNow : -takenNow);
  await notify(tx, {
    tenantId,
    now,
    cause: causeOf(told),
    retcode: taken ? "ERROR" : "OK",
    url: "/billing",
    message: taken
      ? `Another ${amount} were taken back for the disputed payment of top-up ${number}.`
      : `${amount} of the disputed payment of top-up ${number} were given back to your balance.`,
  });
}

function causeOf({ disputeId, step }: Told): string {
  return `dispute:${disputeId}:${step}`;
}
