/** States of a change of email address. Only this file defines the transitions (6.8). */
export type EmailChangeState = "waiting" | "changed" | "stopped" | "taken_back";

const HOUR_MS = 3_600_000;

/** Time in which the new mailbox can confirm the change. */
export const CONFIRM_MS = 24 * HOUR_MS;
/** Time in which the old mailbox can revert the change. */
export const BACK_MS = 7 * 24 * HOUR_MS;

interface Standing {
  state: EmailChangeState;
  confirmUntil: Date;
  backUntil: Date | null;
}

/** Checks whether the change waits for the new mailbox. */
export function isWaiting({ state, confirmUntil }: Standing, now: Date): boolean {
  return state === "waiting" && now < confirmUntil;
}

/** Checks whether the change was completed and the old mailbox can still revert it. */
export function isRevertible({ state, backUntil }: Standing, now: Date): boolean {
  return state === "changed" && backUntil !== null && now < backUntil;
}

/**
 * Present effect of its links: the new mailbox confirms; the old one stops a pending change or reverts a completed one.
 */
export type LinkAct = "confirm" | "stop" | "revert";

export function actOf(change: Standing, mailbox: "new" | "old", now: Date): LinkAct | null {
  if (isWaiting(change, now)) return mailbox === "new" ? "confirm" : "stop";
  return mailbox === "old" && isRevertible(change, now) ? "revert" : null;
}
