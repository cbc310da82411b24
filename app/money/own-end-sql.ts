import { secondsPaid } from "./cost-sql";

/**
 * SQL for the time at which a task, by its alias, reaches one of its own limits. That is its declared time after its
 * start (S16), or the last whole second that its spend limit pays for, if earlier. Null for a task with neither limit,
 * and for one that has not started. Nothing later is charged. Only this file defines that time.
 */
export const ownEnd = (task: string) => `least(
  ${timeEnd(task)},
  ${spendEnd(task)})`;

export const OWN_END = ownEnd("task");
/** SQL for each of the two limits. */
export const TIME_END = timeEnd("task");
export const SPEND_END = spendEnd("task");

function timeEnd(task: string): string {
  return `case when ${task}.max_seconds > 0 then ${task}.started_at + ${task}.max_seconds * interval '1 second' end`;
}

function spendEnd(task: string): string {
  return `case when ${task}.max_cents > 0 then to_timestamp(ceil(extract(epoch from ${task}.charged_to)))
    + greatest(0, ${secondsPaid(`${task}.max_cents`, `${task}.pph`)} - ${task}.charged_seconds) * interval '1 second' end`;
}
