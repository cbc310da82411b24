/** Events that webhooks can carry (15.2), in display order. */
export const EVENT_TYPES = [
  "task.queued",
  "task.started",
  "task.incident",
  "task.recovered",
  "task.ended",
  "task.failed",
  "balance.low",
  "balance.below",
  "balance.exhausted",
  "budget.reached",
  "topup.settled",
  "payment.failed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent to one endpoint at its owner's request; it has no subscribers. */
export const TEST_EVENT = "webhook.test" as const;

/** When each event is sent, in one sentence. */
export const EVENT_MEANING: Record<EventType | typeof TEST_EVENT, string> = {
  "task.queued": "A task was accepted into the queue.",
  "task.started": "A task is running: SSH is open and charging has begun.",
  "task.incident": "The node of a running task stopped reporting. Nothing is charged until it is back.",
  "task.recovered": "The node is back, and the task is still running.",
  "task.ended": "A task ended by itself or was killed.",
  "task.failed": "A task could not be started, or was lost with its node.",
  "balance.low": "At the current rate the balance lasts less than 24 hours, or less than 1 hour.",
  "balance.below": "The balance fell below the amount you chose.",
  "balance.exhausted": "The balance is used up, and all running tasks were stopped.",
  "budget.reached": "A share of this month's budget in coins or money is spent.",
  "topup.settled": "A top-up was paid and is in the balance.",
  "payment.failed": "A top-up or the subscription could not be paid.",
  "webhook.test": "You requested a test event.",
};

export function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
