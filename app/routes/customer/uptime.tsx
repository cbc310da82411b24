import { useEffect, useState } from "react";
import type { JobRow } from "~/domain/tasks/list-jobs.server";
import { formatUptime } from "~/ui/format";

/** Charged seconds so far; those of a running task tick on each second until the next figure comes. */
export function Uptime({ job }: { job: Pick<JobRow, "uptime" | "status"> }) {
  const running = job.status === "running";
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (!running) return;
    const begun = Date.now();
    const timer = setInterval(() => setPassed(Math.floor((Date.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [running, job.uptime]);
  return <>{formatUptime(job.uptime + (running ? passed : 0))}</>;
}
