import { dayOf } from "~/platform/day-range";
import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import type { Subscription } from "./lock-subscription.server";

type GivenUp = Pick<Subscription, "subscriptionId" | "tenantId" | "requestedAt">;

/** The provider did not answer in time: the request is abandoned. */
export async function notifyLost(tx: Tx, subscription: GivenUp, now: Date): Promise<void> {
  await notify(tx, {
    tenantId: subscription.tenantId,
    retcode: "ERROR",
    url: "/subscription",
    now,
    message: "The card payment provider did not answer in time: your subscription is not enabled. Nothing was charged.",
    cause: `subscription:${subscription.subscriptionId}:lost`,
  });
}

/** The provider created the abandoned subscription after all. */
export async function notifyLate(tx: Tx, subscription: GivenUp, now: Date): Promise<void> {
  const asked = dayOf(subscription.requestedAt);
  await notifyGivenUp(tx, subscription, {
    cause: "late",
    now,
    message: `The subscription that you asked for on ${asked} was created late. We are ending it; nothing was charged for it.`,
    subject: "A cancelled subscription was created late",
    text:
      `On ${asked} you asked for the subscription. The card payment provider did not answer in time, so we cancelled ` +
      `it, but the provider created it after all. We are ending it there. Nothing was charged for it, and you can still ` +
      `use its discount.`,
  });
}

/** Notifies that a payment was refunded to the card. */
export async function notifyReturned(tx: Tx, subscription: GivenUp, cents: Cents, now: Date): Promise<void> {
  const [asked, sum] = [dayOf(subscription.requestedAt), centsText(cents)];
  await notifyGivenUp(tx, subscription, {
    cause: "returned",
    now,
    message: `${sum} was refunded to your card: the subscription that you asked for on ${asked} was cancelled before it was paid.`,
    subject: "Your subscription payment was refunded",
    text:
      `A subscription that you asked for on ${asked} was paid after we had cancelled it. It has ended, and ${sum} went ` +
      `back to the card. It will appear on your bank statement in a few days.`,
  });
}

/** Notifies on the screen and by mail, once per cause. */
async function notifyGivenUp(
  tx: Tx,
  { tenantId, subscriptionId }: GivenUp,
  given: { cause: string; now: Date; message: string; subject: string; text: string },
): Promise<void> {
  const cause = `subscription:${subscriptionId}:${given.cause}`;
  const { message, now, subject } = given;
  const text = `${given.text}\n\nYour subscription: ${ownUrl("/subscription")}\n\nMillrace`;
  const mail = { subject, text };
  await notify(tx, { tenantId, now, retcode: "OK", message, url: "/subscription", cause, mail });
}
