/**
 * When a task, by its alias, ends by itself: so long after it began to run as it declares (S16), or at the last whole
 * second that its own spend limit pays, whichever comes first; null for a task without either and for one that never
 * ran. Nothing later is charged. The one place where that moment is said.
 */
export const ownEnd = (task: string) => `least(
  ${timeEnd(task)},
  ${spendEnd(task)})`;

export const OWN_END = ownEnd("task");
/** Each of the two alone. */
export const TIME_END = timeEnd("task");
export const SPEND_END = spendEnd("task");

function timeEnd(task: string): string {
  return `case when ${task}.max_seconds > 0 then ${task}.started_at + ${task}.max_seconds * interval '1 second' end`;
}

function spendEnd(task: string): string {
  return `case when ${task}.max_cents > 0 then to_timestamp(ceil(extract(epoch from ${task}.charged_to)))
    + greatest(0, ${task}.max_cents::bigint * 3600 / ${task}.pph - ${task}.charged_seconds) * interval '1 second' end`;
}
