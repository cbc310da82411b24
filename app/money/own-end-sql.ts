import { secondsPaid } from "./cost-sql";

/**
 * When a task, by its alias, ends by itself: its declared time after its start (S16), or the last whole second that its
 * spend limit pays, whichever is first. Null for a task without either, and for one that never ran. Nothing later is
 * charged. Only this file defines that moment.
 */
export const ownEnd = (task: string) => `least(
  ${timeEnd(task)},
  ${spendEnd(task)})`;

export const OWN_END = ownEnd("task");
/** Each of the two on its own. */
export const TIME_END = timeEnd("task");
export const SPEND_END = spendEnd("task");

function timeEnd(task: string): string {
  return `case when ${task}.max_seconds > 0 then ${task}.started_at + ${task}.max_seconds * interval '1 second' end`;
}

function spendEnd(task: string): string {
  return `case when ${task}.max_cents > 0 then to_timestamp(ceil(extract(epoch from ${task}.charged_to)))
    + greatest(0, ${secondsPaid(`${task}.max_cents`, `${task}.pph`)} - ${task}.charged_seconds) * interval '1 second' end`;
}
