import { KILLED_BY_OWNER } from "~/compute/task-states";
import type { JobRow } from "~/compute/list-jobs.server";
import { shownName } from "~/compute/task-tags";

/** The notice that a browser shows of a task. */
export interface TaskNotice {
  title: string;
  /** Equal for the same news from every open page. */
  tag: string;
  path: string;
}

type Seen = Pick<JobRow, "resv_guid" | "task_name" | "display_name" | "state" | "ts_finished" | "reason">;

/** Finds news in the events of tasks: a waiting task has started, or an unfinished one has ended. */
export class TaskWatch {
  /** Unfinished tasks by guid, and whether they have waited in the queue since they were first seen. */
  readonly #unfinished = new Map<string, { queued: boolean }>();

  see(job: Seen): TaskNotice | null {
    const before = this.#unfinished.get(job.resv_guid);
    if (job.ts_finished !== 0) {
      this.#unfinished.delete(job.resv_guid);
      return before && job.reason !== KILLED_BY_OWNER ? noticeOf(job, ENDED[job.state] ?? "has ended", "ended") : null;
    }
    const runs = job.state === "running" && before?.queued === true;
    this.#unfinished.set(job.resv_guid, { queued: job.state === "queued" || (before?.queued === true && !runs) });
    return runs ? noticeOf(job, "is running", "runs") : null;
  }
}

const ENDED: Partial<Record<string, string>> = {
  finished: "has finished",
  killed: "was killed",
  failed: "could not be started",
  lost: "was lost with its node",
};

function noticeOf(job: Seen, what: string, kind: string): TaskNotice {
  return {
    title: `Task ${shownName(job)} ${what}`,
    tag: `${kind}:${job.resv_guid}`,
    path: `/tasks/${job.resv_guid}`,
  };
}
