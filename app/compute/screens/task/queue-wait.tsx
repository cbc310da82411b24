import type { CustomerNodesOut } from "~/compute/inside/capacity/list-nodes-out.server";
import { type WaitReason } from "~/compute/placing-times";
import { type Estimate, estimateOf, reasonsOf, waitsForNodes } from "~/compute/queue-wait";
import { NodesOutLine } from "~/compute/screens/nodes-out";
import type { HitRate } from "~/compute/start-estimates.server";
import { JUDGED_MIN } from "~/compute/start-range";
import { waitsFor } from "~/compute/views/waits-for";
import { formatCents, formatDateTime, formatSpan } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { Panel } from "~/platform/ui/panel";
import { Time } from "~/platform/ui/time";
import { TimeRange } from "~/platform/ui/time-range";
import { type QueueWaitProps, waits } from "~/platform/ui/queue-wait-line";
import { likelyWaitText } from "~/platform/ui/queue-wait-words";

interface TaskWaitProps extends QueueWaitProps {
  /** Null without an estimate that it is about. */
  hitRate: HitRate | null;
  nodesOut: CustomerNodesOut | null;
}

/** A queued task's position, the reason and an estimate of its wait. */
export function QueueWait({ job, wait, hitRate, nodesOut }: TaskWaitProps) {
  if (!waits(job)) return null;
  const reason = job.reason as WaitReason;
  const estimate = wait ? estimateOf(wait, reason) : null;
  const reasons = reasonsOf(reason, job.gpus_min, wait);
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
          It waits {reasons.map((one) => waitsFor(job.gpus_min, one)).join(", and ")}.
          {wait ? <> It has waited {formatSpan(wait.waitedS)} so far.</> : null}
        </p>
        {nodesOut && waitsForNodes(reasons) ? (
          <p>
            <NodesOutLine out={nodesOut} />
          </p>
        ) : null}
        {estimate && estimate.kind !== "none" ? (
          <p className="text-muted tabular-nums">
            <EstimateText estimate={estimate} hitRate={hitRate} />
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

interface EstimateProps extends Pick<TaskWaitProps, "hitRate"> {
  estimate: Exclude<Estimate, { kind: "none" }>;
}

function EstimateText({ estimate, hitRate }: EstimateProps) {
  if (estimate.kind === "money") return <Money wantingCents={estimate.wantingCents} />;
  if (estimate.kind === "forecast")
    return (
      <>
        The cluster expects to start it at about{" "}
        <Time epochSeconds={estimate.startsAboutTs} format={formatDateTime} zoned />.
      </>
    );
  if (estimate.kind === "range")
    return (
      <>
        It is likely to start between{" "}
        <TimeRange fromTs={estimate.fromTs} untilTs={estimate.untilTs} joint="and" zoned />.{hitText(hitRate)}
      </>
    );
  if (estimate.kind === "late")
    return (
      <>
        It is unlikely to start before <Time epochSeconds={estimate.fromTs} format={formatDateTime} zoned />.
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

function hitText(hitRate: HitRate | null): string {
  if (!hitRate || hitRate.share === null || hitRate.judged < JUDGED_MIN) return "";
  return ` Of ${hitRate.judged} such estimates in the last 30 days, ${Math.round(hitRate.share * 100)}% were right.`;
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
