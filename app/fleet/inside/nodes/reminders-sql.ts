import { REMINDED_BEFORE_S } from "./drain-plan";

const [DAY_S, HOUR_S] = REMINDED_BEFORE_S;

/** SQL for tasks `t` that hold GPUs of the node of plan `of` and run until somebody stops them. */
export const affectedTasks = (
  of: string,
) => `join placement p on p.node_id = ${of}.node_id and p.ended_at is null and p.run
  join task t on t.resv_guid = p.resv_guid and t.finished_at is null`;

/**
 * SQL for the number of notices of plan `of` that a task should have by $1: at once, and a day and an hour before its
 * time `at`. Reminders due before the plan was made do not count.
 */
export const turnOf = (of: string, at: string) => `case
  when $1 >= ${of}.${at} - interval '${HOUR_S} seconds' and ${of}.made_at < ${of}.${at} - interval '${HOUR_S} seconds' then 2
  when $1 >= ${of}.${at} - interval '${DAY_S} seconds' and ${of}.made_at < ${of}.${at} - interval '${DAY_S} seconds' then 1
  else 0 end`;
