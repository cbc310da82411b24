/**
 * States of automatic top-up. `asking`: the bank needs the customer. `resting`: after a decline. `stopped`: it switched
 * itself off.
 */
export type AutoState = "off" | "watching" | "charging" | "asking" | "resting" | "stopped";

export interface Standing {
  state: AutoState;
  /** Declines in a row. */
  declines: number;
  /** The open top-up, while `charging` and `asking`. */
  topupId: string | null;
  /** The end of the wait, while `resting`. */
  tryAfter: Date | null;
  /** Why it was declined or stopped. */
  message: string;
}

export type AutoEvent =
  | { kind: "switched_on" }
  | { kind: "switched_off" }
  | { kind: "begun"; topupId: string }
  | { kind: "settled" }
  | { kind: "needs_customer" }
  | { kind: "declined"; message: string }
  | { kind: "no_card" };

/** Declines in a row after which it switches itself off. */
export const DECLINES_MAX = 3;
const HOUR_MS = 3_600_000;
/** Waits after the first and the second decline. */
const RESTS_MS = [HOUR_MS, 6 * HOUR_MS];
const NO_CARD = "There is no card to charge.";

export const OFF: Standing = { state: "off", declines: 0, topupId: null, tryAfter: null, message: "" };

/** The state after an event. An event that does not fit, like a repeated one, changes nothing. */
export function afterEvent(standing: Standing, event: AutoEvent, now: Date): Standing {
  const underWay = standing.state === "charging" || standing.state === "asking";
  switch (event.kind) {
    case "switched_on":
      return underWay ? standing : { ...OFF, state: "watching" };
    case "switched_off":
      return OFF;
    case "begun":
      return mayBegin(standing, now)
        ? { ...standing, state: "charging", topupId: event.topupId, tryAfter: null }
        : standing;
    case "settled":
      return underWay ? { ...OFF, state: "watching" } : standing;
    case "needs_customer":
      return standing.state === "charging" ? { ...standing, state: "asking" } : standing;
    case "declined":
      return underWay ? afterDecline(standing, event.message, now) : standing;
    case "no_card":
      return mayBegin(standing, now) ? { ...OFF, state: "stopped", message: NO_CARD } : standing;
  }
}

/** Checks whether a need may lead to a charge now. */
export function mayBegin({ state, tryAfter }: Standing, now: Date): boolean {
  return state === "watching" || (state === "resting" && tryAfter !== null && tryAfter <= now);
}

function afterDecline(standing: Standing, message: string, now: Date): Standing {
  const declines = standing.declines + 1;
  const restMs = RESTS_MS[declines - 1];
  if (declines >= DECLINES_MAX || restMs === undefined)
    return { ...OFF, state: "stopped", declines: DECLINES_MAX, message };
  return {
    state: "resting",
    declines,
    topupId: null,
    message,
    tryAfter: new Date(now.getTime() + restMs),
  };
}
