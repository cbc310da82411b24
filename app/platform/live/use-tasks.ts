import { useMemo } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_TASKS_S = 3;

/** Returns the user's own tasks, live: unfinished ones first, then newest first (3.3). */
export function useTasks(jobs: JobRow[], atMs: number) {
  const loaded = useMemo(() => ({ atMs, rows: jobRows(jobs) }), [jobs, atMs]);
  const poll = { path: "/v1/jobs", everySeconds: POLL_TASKS_S, read: readJobs };
  const { rows, ageSeconds } = useLive({ namespace: "/customer", entity: "task", loaded, poll });
  return { jobs: useMemo(() => [...rows.values()].sort(inListOrder), [rows]), ageSeconds };
}

/** Returns one task, live; it is polled as part of the list. */
export function useTask(job: JobRow, atMs: number): { job: JobRow; ageSeconds: number | null } {
  const { jobs, ageSeconds } = useTasks(
    useMemo(() => [job], [job]),
    atMs,
  );
  return { job: jobs.find((one) => one.resv_guid === job.resv_guid) ?? job, ageSeconds };
}

function jobRows(jobs: JobRow[]): LiveRow<JobRow>[] {
  return jobs.map((job) => ({ key: job.resv_guid, version: job.version, data: job }));
}

function readJobs(answer: unknown): LiveRow<JobRow>[] | null {
  const { jobs } = answer as { jobs?: JobRow[] };
  return jobs ? jobRows(jobs) : null;
}

function inListOrder(one: JobRow, other: JobRow): number {
  const unfinishedFirst = Number(one.ts_finished !== 0) - Number(other.ts_finished !== 0);
  return unfinishedFirst || other.ts_scheduled - one.ts_scheduled;
}
