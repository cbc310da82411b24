import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { JobRow } from "~/domain/tasks/list-jobs.server";

/** Events and placements have no live event of their own: they are loaded again when the task has changed. */
export function useFreshDetails(job: JobRow, loadedVersion: number): void {
  const { revalidate } = useRevalidator();
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  useEffect(() => {
    if (job.version > loadedVersion) refetch.current();
  }, [job.version, loadedVersion]);
}
