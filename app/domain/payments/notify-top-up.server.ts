import type { Tx } from "~/db.server";
import type { Cents } from "~/domain/billing/units";
import { notify } from "~/domain/notices/notify.server";
import { ownUrl } from "~/domain/notices/own-url.server";
import { mailTenant } from "~/domain/notices/queue-mail.server";
import { centsText } from "~/domain/receipts/cents-text";

interface Told {
  topupId: string;
  tenantId: number;
  cents: Cents;
}

/** Says that the money is there, on the screen and by mail with the way to the receipt. */
export async function notifySettled(
  tx: Tx,
  { topUp, number, cents, now }: { topUp: Told; number: string; cents: Cents; now: Date },
): Promise<void> {
  const { tenantId, topupId } = topUp;
  await notify(tx, {
    tenantId,
    now,
    retcode: "OK",
    url: "/billing",
    message: `Your top-up of ${centsText(cents)} has been added to your balance.`,
    cause: `topup-settled:${topupId}`,
  });
  await mailTenant(tx, {
    tenantId,
    subject: `Receipt ${number}: ${centsText(cents)}`,
    text:
      `Thank you. Your top-up of ${centsText(cents)} has been added to your balance.\n\n` +
      `Receipt ${number}: ${ownUrl(`/billing/download/${topupId}`)}\n`,
    cause: `topup-settled:${topupId}`,
  });
}

/** Says that nothing was paid, in the provider's words. */
export async function notifyFailed(
  tx: Tx,
  { topUp, message, now }: { topUp: Told; message: string; now: Date },
): Promise<void> {
  await notify(tx, {
    tenantId: topUp.tenantId,
    now,
    retcode: "ERROR",
    url: "/billing",
    message: [`Your top-up of ${centsText(topUp.cents)} was not paid.`, message].filter(Boolean).join(" "),
    cause: `topup-failed:${topUp.topupId}`,
  });
}
