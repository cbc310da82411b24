const SIGNED = "\n\nMillrace";

/** `31.01.2024 13:23 UTC` */
export function momentText(at: Date): string {
  const iso = at.toISOString();
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${day}.${month}.${year} ${iso.slice(11, 16)} UTC`;
}

export function grantedText(trialEnd: Date): string {
  return `You have PRO until ${momentText(trialEnd)}.`;
}

export const ENDED_TEXT = "Your trial has ended. Enable the subscription to be PRO again.";

/** The mail 3 days before the end of a trial (section 5). */
export function trialEndsMail({ trialEnd, url }: { trialEnd: Date; url: string }) {
  return {
    subject: "Your Millrace trial ends in 3 days",
    text: `Your trial of PRO ends on ${momentText(trialEnd)}. Nothing is charged then, and your tasks and your balance stay as they are.\n\nTo stay PRO, enable the subscription: ${url}${SIGNED}`,
  };
}
