import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { centsText } from "~/platform/cents-text";

interface NotifiedTopUp {
  topupId: string;
  tenantId: number;
  cents: Cents;
}

/** Notifies that the money has arrived, on the screen and by mail with a link to the receipts. */
export async function notifySettled(
  tx: Tx,
  given: { topUp: NotifiedTopUp; number: string; cents: Cents; vatCents: Cents; now: Date },
): Promise<void> {
  const { topUp, number, cents, vatCents, now } = given;
  const { tenantId, topupId } = topUp;
  const paid = centsText((cents + vatCents) as Cents);
  await notify(tx, {
    tenantId,
    retcode: "OK",
    message: `Your top-up of ${centsText(cents)} has been added to your balance.`,
    url: "/billing",
    cause: `topup-settled:${topupId}`,
    now,
    mail: {
      subject: `Receipt ${number}: ${paid}`,
      text:
        `Thank you. Your top-up of ${centsText(cents)} has been added to your balance.\n\n` +
        (vatCents > 0n ? `You paid ${paid}, with ${centsText(vatCents)} VAT.\n\n` : "") +
        `Receipt ${number} is a PDF in your movements: ${ownUrl("/billing/movements?kind=topup")}\n`,
    },
    event: {
      type: "topup.settled",
      data: {
        ...{ topup_id: topupId, number, dollars: Number(cents) / 100 },
        ...(vatCents > 0n && { vat_dollars: Number(vatCents) / 100 }),
      },
    },
  });
}

/** Notifies that nothing was paid, with the provider's text. */
export async function notifyFailed(
  tx: Tx,
  { topUp, message, now }: { topUp: NotifiedTopUp; message: string; now: Date },
): Promise<void> {
  const text = [`Your top-up of ${centsText(topUp.cents)} was not paid.`, message].filter(Boolean).join(" ");
  await notify(tx, {
    tenantId: topUp.tenantId,
    retcode: "ERROR",
    url: "/billing",
    now,
    message: text,
    cause: `topup-failed:${topUp.topupId}`,
    event: failedPayment(topUp, text),
  });
}

/** The webhook event for a failed top-up of any kind. */
export function failedPayment({ topupId, cents }: Pick<NotifiedTopUp, "topupId" | "cents">, message: string) {
  const dollars = Number(cents) / 100;
  return {
    type: "payment.failed" as const,
    data: { about: "topup" as const, topup_id: topupId, dollars, human_readable_message: message },
  };
}
