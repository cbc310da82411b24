import { engineWaitWords } from "~/compute/engine-waits";
import { type WaitReason } from "~/compute/placing-times";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { type Estimate, estimateOf, reasonsOf } from "~/compute/queue-wait";
import { formatCents, formatDateTime, formatSpan } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { Panel } from "~/platform/ui/panel";
import { Time } from "~/platform/ui/time";
import { type Queued, type QueueWaitProps, waits } from "~/platform/ui/queue-wait-line";
import { likelyWaitText } from "~/platform/ui/queue-wait-words";

/** A queued task's position, the reason and an estimate of its wait. */
export function QueueWait({ job, wait }: QueueWaitProps) {
  if (!waits(job)) return null;
  const reason = job.reason as WaitReason;
  const estimate = wait ? estimateOf(wait, reason) : null;
  const of = wait && wait.queued >= (job.position ?? 0) ? ` of ${wait.queued}` : "";
  return (
    <Panel title="In the queue">
      <div className="flex flex-col gap-2 text-sm">
        <p className="tabular-nums">
          {job.position === null ? null : (
            <>
              <strong className="font-semibold">
                Position {job.position}
                {of}
              </strong>{" "}
              for {job.gpu_type} in {job.cluster_name}.{" "}
            </>
          )}
          It waits{" "}
          {reasonsOf(reason, job.gpus_min, wait)
            .map((one) => waitsFor(job, one))
            .join(", and ")}
          .{wait ? <> It has waited {formatSpan(wait.waitedS)} so far.</> : null}
        </p>
        {estimate && estimate.kind !== "none" ? (
          <p className="text-muted tabular-nums">
            <EstimateText estimate={estimate} />
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

function waitsFor({ gpus_min: gpus }: Queued, reason: WaitReason): string {
  const inCluster = engineWaitWords(reason);
  if (inCluster) return inCluster;
  if (reason === "waiting_for_funds") return "for funds";
  if (reason === "held") return "until the tasks on the nodes that are kept free for it have ended";
  if (reason === "waiting_for_volume")
    return "for free GPUs on a node that reaches its volume, or until such a node takes tasks again";
  if (gpus > GPUS_PER_NODE) return `until ${gpus / GPUS_PER_NODE} whole nodes are free at the same time`;
  return gpus === 1 ? "for a free GPU" : `for ${gpus} free GPUs on one node`;
}

function EstimateText({ estimate }: { estimate: Exclude<Estimate, { kind: "none" }> }) {
  if (estimate.kind === "money") return <Money wantingCents={estimate.wantingCents} />;
  if (estimate.kind === "forecast")
    return (
      <>
        The cluster expects to start it at about{" "}
        <Time epochSeconds={estimate.startsAboutTs} format={formatDateTime} zoned />.
      </>
    );
  const overdue = estimate.kind === "measured" && estimate.overdue;
  return (
    <>
      {likelyWaitText(estimate)}
      {overdue ? " This one has waited longer than that, so there is no estimate." : ""}
    </>
  );
}

function Money({ wantingCents }: { wantingCents: number }) {
  const funds = (
    <Link to="/billing" className="prose-link">
      Add funds
    </Link>
  );
  if (wantingCents === 0) return <>Your balance covers it now; it starts as soon as GPUs are free.</>;
  return (
    <>
      You need at least {formatCents(wantingCents)} more. Your balance must cover 10 minutes of all your tasks,
      including this one. {funds}
    </>
  );
}
