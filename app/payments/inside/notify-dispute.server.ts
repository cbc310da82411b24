import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";

interface DisputeNotice {
  tenantId: number;
  disputeId: string;
  step: number;
  /** Below 0: returned. */
  takenNow: Cents;
  /** The number of the top-up. */
  number: string;
  now: Date;
}

/** The money was withdrawn and the account is suspended. */
export async function notifyDisputed(tx: Tx, notice: DisputeNotice): Promise<void> {
  const { tenantId, takenNow, number, now } = notice;
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message: `The payment of top-up ${number} is disputed: ${centsText(takenNow)} was withdrawn. Please contact support.`,
    url: "/billing",
    cause: causeOf(notice),
    now,
    // Suspended users can read mail, but no notifications.
    mail: {
      subject: "A payment is disputed and your account is suspended",
      text:
        `The cardholder or the bank is disputing the payment for top-up ${number}, and ${centsText(takenNow)} was ` +
        `withdrawn. Your tasks have been stopped and your account is suspended until this is settled.\n\n` +
        `If you did not mean to dispute it, tell your bank, and write to us: ${ownUrl("/contact")}\n`,
    },
  });
}

/** Another part was withdrawn, or a part was returned. */
export async function notifyDisputeMoved(tx: Tx, notice: DisputeNotice): Promise<void> {
  const { tenantId, takenNow, number, now } = notice;
  if (takenNow === 0n) return;
  const taken = takenNow > 0n;
  const amount = centsText(taken ? takenNow : -takenNow);
  await notify(tx, {
    tenantId,
    now,
    cause: causeOf(notice),
    retcode: taken ? "ERROR" : "OK",
    url: "/billing",
    message: taken
      ? `Another ${amount} was withdrawn for the disputed payment of top-up ${number}.`
      : `${amount} of the disputed payment for top-up ${number} was returned to your balance.`,
  });
}

function causeOf({ disputeId, step }: DisputeNotice): string {
  return `dispute:${disputeId}:${step}`;
}
