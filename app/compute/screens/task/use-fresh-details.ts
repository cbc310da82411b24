import { useEffect } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import { useRefetch } from "~/platform/live/use-refetch";

/** Events and placements have no live event: they are reloaded when the task has changed. */
export function useFreshDetails(job: JobRow, loadedVersion: number): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (job.version > loadedVersion) refetch();
  }, [job.version, loadedVersion, refetch]);
}
