/** States of a change of the email address, and the only place that says what follows which (6.8). */
export type EmailChangeState = "waiting" | "changed" | "stopped" | "taken_back";

const HOUR_MS = 3_600_000;

/** How long the new mailbox may confirm it. */
export const CONFIRM_MS = 24 * HOUR_MS;
/** How long the old mailbox may take it back once it was made. */
export const BACK_MS = 7 * 24 * HOUR_MS;

interface Standing {
  state: EmailChangeState;
  confirmUntil: Date;
  backUntil: Date | null;
}

/** Whether it waits for the new mailbox. */
export function isWaiting({ state, confirmUntil }: Standing, now: Date): boolean {
  return state === "waiting" && now < confirmUntil;
}

/** Whether it was made and the old mailbox may still take it back. */
export function mayGoBack({ state, backUntil }: Standing, now: Date): boolean {
  return state === "changed" && backUntil !== null && now < backUntil;
}

/** What its two links do now: the new mailbox confirms; the old one stops it before that, and takes it back after. */
export type LinkAct = "confirm" | "stop" | "take-back";

export function actOf(change: Standing, mailbox: "new" | "old", now: Date): LinkAct | null {
  if (isWaiting(change, now)) return mailbox === "new" ? "confirm" : "stop";
  return mailbox === "old" && mayGoBack(change, now) ? "take-back" : null;
}
