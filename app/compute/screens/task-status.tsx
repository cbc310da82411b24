import type { JobRow } from "~/compute/list-jobs.server";
import { StatusDot } from "~/platform/ui/status-dot";
import type { Tone } from "~/platform/ui/tone";

type Shown = Pick<JobRow, "state" | "status" | "ts_finished" | "position">;

/** The status of a task as word and colour (2.4, 6.3). */
export function TaskStatus({ job }: { job: Shown }) {
  return StatusDot({ tone: toneOf(job), children: wordOf(job) });
}

function wordOf(job: Shown): string {
  if (job.status === "running") return "running";
  if (job.status === "killed") return job.state;
  if (job.ts_finished !== 0) return "finished";
  return job.state === "queued" && job.position !== null ? `queued, position ${job.position}` : job.state;
}

function toneOf(job: Shown): Tone {
  if (job.status === "running") return "ok";
  return job.status === "killed" ? "danger" : "neutral";
}
