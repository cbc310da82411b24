import type { JobRow } from "~/domain/tasks/list-jobs.server";

const TASK_HIDE_AFTER_S = 86_400;

/** Whether a task ended so long ago that the list hides it until 'Show Previous' (2.4). */
export function isPrevious(job: Pick<JobRow, "ts_finished">, nowSeconds: number): boolean {
  return job.ts_finished !== 0 && nowSeconds - job.ts_finished > TASK_HIDE_AFTER_S;
}
