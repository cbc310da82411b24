import type { Tx } from "~/platform/db.server";
import { utcDateTime } from "~/platform/utc-text";
import { type Notice, notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import type { Subscription } from "./lock-subscription.server";
import type { SubscriptionState } from "./subscription-state";

interface Change {
  /** The subscription before the change. */
  subscription: Subscription;
  to: SubscriptionState;
  now: Date;
}

const RETRY_DAYS = 14;

/** Notifies a tenant about its subscription, once per change: on the screen, and by mail if it must act. */
export async function notifyChange(tx: Tx, { subscription, to, now }: Change): Promise<void> {
  const { tenantId, subscriptionId, state: from } = subscription;
  const notice = noticeOfChange({ from, to, freeUntil: freeUntilOf(subscription, now) });
  if (!notice) return;
  // Renewals can fail in several months.
  const cause = `subscription:${subscriptionId}:${to}:${now.toISOString().slice(0, 10)}`;
  await notify(tx, { ...notice, tenantId, url: "/subscription", cause, now });
}

type ChangeNotice = Pick<Notice, "retcode" | "message" | "mail" | "event">;

/** End of the trial in which it begins; null if it is charged now. */
function freeUntilOf({ firstChargeAt }: Subscription, now: Date): Date | null {
  return firstChargeAt && firstChargeAt > now ? firstChargeAt : null;
}

function noticeOfChange(change: {
  from: SubscriptionState;
  to: SubscriptionState;
  freeUntil: Date | null;
}): ChangeNotice | null {
  const { from, to, freeUntil } = change;
  if (to === "past_due") return PAST_DUE;
  if (to === "active" && from === "past_due") return { retcode: "OK", message: "Your subscription is paid again." };
  if (to === "active" && freeUntil)
    return {
      retcode: "OK",
      message: `Your subscription is enabled. You are PRO, and the first charge is on ${utcDateTime(freeUntil)}.`,
    };
  if (to === "active") return { retcode: "OK", message: "Your subscription is enabled. You are PRO." };
  if (to === "canceled") return CANCELED;
  if (to === "expired" && from === "incomplete")
    return { retcode: "ERROR", message: "Your subscription was not paid and is not enabled." };
  return null;
}

const NOT_PAID = "Your subscription could not be paid. Please check your payment method.";

const PAST_DUE: ChangeNotice = {
  retcode: "ERROR",
  message: NOT_PAID,
  event: {
    type: "payment.failed",
    data: { about: "subscription", topup_id: null, dollars: null, human_readable_message: NOT_PAID },
  },
  mail: {
    subject: "Your Millrace subscription could not be paid",
    text:
      `The card for your subscription was declined. You stay PRO while we try again for ${RETRY_DAYS} days. ` +
      `After that the subscription ends.\n\nChange the payment method: ${ownUrl("/subscription")}\n\nMillrace`,
  },
};

const CANCELED: ChangeNotice = {
  retcode: "OK",
  message: "Your subscription has ended. Your account is FREE.",
  mail: {
    subject: "Your Millrace subscription has ended",
    text:
      `Your subscription has ended and your account is FREE. Your balance and your tasks are as before.\n\n` +
      `Enable it again: ${ownUrl("/subscription")}\n\nMillrace`,
  },
};
