import { utcDateTime } from "~/platform/utc-text";

const SIGNED = "\n\nMillrace";

export function grantedText(trialEnd: Date): string {
  return `You have PRO until ${utcDateTime(trialEnd)}.`;
}

export const ENDED_TEXT = "Your trial has ended. Enable the subscription to get PRO back.";

/** The mail 3 days before the end of a trial (5.3). */
export function trialEndsMail({ trialEnd, url }: { trialEnd: Date; url: string }) {
  return {
    subject: "Your Millrace trial ends in 3 days",
    text: `Your PRO trial ends on ${utcDateTime(trialEnd)}. Nothing is charged then, and your tasks and your balance stay as they are.\n\nTo stay PRO, enable the subscription: ${url}${SIGNED}`,
  };
}
