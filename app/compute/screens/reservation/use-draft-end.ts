import { useEffect } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import { deleteDraft, readDraft } from "./draft";

/** Deletes the saved draft once its task is here (6.2). */
export function useDraftEnd(jobs: JobRow[]): void {
  useEffect(() => {
    const taskName = readDraft()?.get("task_name")?.trim().replace(/\s+/g, "-");
    if (jobs.some((job) => job.task_name === taskName)) deleteDraft();
  }, [jobs]);
}
