/** States of a change of email address. Only this file defines the transitions (6.8). */
export type EmailChangeState = "waiting" | "changed" | "stopped" | "taken_back";

const HOUR_MS = 3_600_000;

/** How long the new mailbox can confirm it. */
export const CONFIRM_MS = 24 * HOUR_MS;
/** How long the old mailbox can take it back. */
export const BACK_MS = 7 * 24 * HOUR_MS;

interface Standing {
  state: EmailChangeState;
  confirmUntil: Date;
  backUntil: Date | null;
}

/** Whether it is waiting for the new mailbox. */
export function isWaiting({ state, confirmUntil }: Standing, now: Date): boolean {
  return state === "waiting" && now < confirmUntil;
}

/** Whether it was made and the old mailbox can still take it back. */
export function mayGoBack({ state, backUntil }: Standing, now: Date): boolean {
  return state === "changed" && backUntil !== null && now < backUntil;
}

/** What its links do now: the new mailbox confirms; the old one stops a pending change or takes a made one back. */
export type LinkAct = "confirm" | "stop" | "take-back";

export function actOf(change: Standing, mailbox: "new" | "old", now: Date): LinkAct | null {
  if (isWaiting(change, now)) return mailbox === "new" ? "confirm" : "stop";
  return mailbox === "old" && mayGoBack(change, now) ? "take-back" : null;
}
