import { engineWaitWords } from "~/compute/engine-waits";
import { type WaitReason } from "~/compute/placing-times";
import { estimateOf, type QueueWait, reasonsOf } from "~/compute/queue-wait";
import type { JobRow } from "~/compute/list-jobs.server";
import { formatCents, formatSpan } from "./format";
import { Time } from "./time";
import { TimeRange } from "./time-range";

export type Queued = Pick<JobRow, "state" | "reason" | "position" | "gpus_min" | "cluster_name" | "gpu_type">;

export interface QueueWaitProps {
  job: Queued;
  /** Undefined if the task was not queued yet when the page was loaded. */
  wait: QueueWait | undefined;
}

/** Shows briefly what a queued task waits for, in a row of a list. */
export function QueueWaitLine({ job, wait }: QueueWaitProps) {
  if (!waits(job)) return null;
  const estimate = wait ? estimateOf(wait, job.reason as WaitReason) : null;
  return (
    <span className="block text-xs font-normal text-muted">
      {reasonsOf(job.reason as WaitReason, job.gpus_min, wait)
        .map(briefly)
        .join(" and ")}
      {estimate?.kind === "money" && estimate.wantingCents > 0 ? `: ${formatCents(estimate.wantingCents)} more` : null}
      {estimate?.kind === "forecast" ? (
        <>
          , starts about <Time epochSeconds={estimate.startsAboutTs} />
        </>
      ) : null}
      {estimate?.kind === "range" ? (
        <>
          , likely to start <TimeRange fromTs={estimate.fromTs} untilTs={estimate.untilTs} joint="–" />
        </>
      ) : null}
      {estimate?.kind === "late" ? (
        <>
          , unlikely to start before <Time epochSeconds={estimate.fromTs} />
        </>
      ) : null}
      {estimate?.kind === "measured" ? `, half wait at most ${formatSpan(estimate.medianS)}` : null}
    </span>
  );
}

/** Words for a reason; those after the first only add what is missing. */
function briefly(reason: WaitReason, at: number): string {
  const inCluster = engineWaitWords(reason);
  if (inCluster) return at === 0 ? `waits ${inCluster}` : inCluster;
  if (reason === "held") return "nodes are kept for it";
  return `${at === 0 ? "waits for " : ""}${BRIEF[reason] ?? "GPUs"}`;
}

const BRIEF: Record<string, string | undefined> = {
  waiting_for_nodes: "whole nodes",
  waiting_for_funds: "funds",
  waiting_for_volume: "its volume’s node",
};

/** Checks whether a task is in the queue, or is to be placed again and has a position in it. */
export function waits({ state, position }: Queued): boolean {
  return state === "queued" || position !== null;
}
