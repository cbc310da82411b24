import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { JobRow } from "~/domain/tasks/list-jobs.server";

const REFRESH_MS = 10_000;

/** Events, log and charts have no live event: they are loaded again when the task changed, and while it runs. */
export function useFreshDetails(job: JobRow, loadedVersion: number): void {
  const { revalidate } = useRevalidator();
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  useEffect(() => {
    if (job.version > loadedVersion) refetch.current();
  }, [job.version, loadedVersion]);
  const unfinished = job.ts_finished === 0;
  useEffect(() => {
    if (!unfinished) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refetch.current();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [unfinished]);
}
