import { useEffect, useState } from "react";
import type { TaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";

const EVERY_MS = 10_000;

/** Returns the charts' numbers, and reads them again while the task runs and the page is visible. */
export function useFreshMetrics(
  loaded: TaskMetrics,
  { resvGuid, range, running }: { resvGuid: string; range: number; running: boolean },
): TaskMetrics {
  const [read, setRead] = useState<{ since: TaskMetrics; metrics: TaskMetrics } | null>(null);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      void readMetrics(resvGuid, range).then((metrics) => {
        if (metrics) setRead({ since: loaded, metrics });
      });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [loaded, resvGuid, range, running]);
  // Data that the page loaded since, for example for another range, is newer.
  return read?.since === loaded ? read.metrics : loaded;
}

async function readMetrics(resvGuid: string, range: number): Promise<TaskMetrics | null> {
  try {
    const response = await fetch(`/v1/tasks/${resvGuid}/metrics?range=${range}`);
    return response.ok ? ((await response.json()) as TaskMetrics) : null;
  } catch {
    return null;
  }
}
