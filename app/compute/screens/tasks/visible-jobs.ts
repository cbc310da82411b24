import { isFound } from "~/compute/inside/tasks/task-search";
import type { JobRow } from "~/compute/list-jobs.server";
import type { AskedTasks } from "./asked-tasks";

export const TASK_HIDE_AFTER_S = 86_400;

/** Checks whether a task ended so long ago that the list hides it until 'Show Previous' (2.4). */
export function isPrevious(job: Pick<JobRow, "ts_finished">, nowSeconds: number): boolean {
  return job.ts_finished !== 0 && nowSeconds - job.ts_finished > TASK_HIDE_AFTER_S;
}

/**
 * Chooses which of the known tasks the page shows: loaded tasks that still match the query, and on the first page those
 * accepted since.
 */
export function visibleJobs(jobs: JobRow[], loaded: JobRow[], asked: AskedTasks, atMs: number): JobRow[] {
  const ids = new Set(loaded.map((job) => job.resv_guid));
  const isNew = (job: JobRow) =>
    asked.page === 1 && asked.unreadable === "" && job.ts_scheduled >= Math.floor(atMs / 1000);
  return jobs.filter((job) => (ids.has(job.resv_guid) || isNew(job)) && isFound(job, asked));
}
