import type { Hold } from "~/compute/inside/capacity/list-holds.server";
import type { NodesOut } from "~/compute/inside/capacity/list-nodes-out.server";
import type { WaitReason } from "~/compute/placing-times";
import { type Estimate, estimateOf, type QueueWait, reasonsOf, waitsForNodes } from "~/compute/queue-wait";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { waitsFor } from "~/compute/views/waits-for";
import { formatCents, formatSpan } from "~/platform/ui/format";
import type { Tone } from "~/platform/ui/tone";

/** Why a task waits and until when, in words for staff. They are made here, so that no customer loads them. */
export interface WhyWaiting {
  /** All reasons, the scheduler's first. */
  reasons: string[];
  /** Nodes of its queue that take no tasks; null: none, or it waits for something else. */
  out: NodesOut | null;
  tone: Tone;
  estimate: string;
  /** When its cluster's scheduler expects to start it, or the two ends of a forecast; empty: unknown. */
  startsTs: number[];
  hold: { nodes: string[]; sinceTs: number } | null;
}

/** `holds` and `out` are those of its queue. */
export function whyWaiting(
  row: ScheduledRow,
  { wait, holds, out, seesMoney }: { wait?: QueueWait; holds: readonly Hold[]; out?: NodesOut; seesMoney: boolean },
): WhyWaiting {
  const { resv_guid, gpus_min, engine_word } = row;
  const reason = row.reason as WaitReason;
  const own = row.reason === "" ? [] : reasonsOf(reason, gpus_min, wait);
  const hold = holds.find((one) => one.resvGuid === resv_guid);
  const reasons = own.map((one) =>
    one === "waiting_for_funds" && wait && wait.wantingCents > 0 && seesMoney
      ? `for funds: ${formatCents(wait.wantingCents)} more`
      : waitsFor(gpus_min, one),
  );
  if (engine_word) reasons.push(`its scheduler says ${engine_word}`);
  if (!hold && holds.length > 0) {
    const nodes = holds.flatMap((one) => one.nodes).length;
    const are = nodes === 1 ? "1 node is" : `${nodes} nodes are`;
    reasons.push(`${are} kept free for ${holds.length === 1 ? "another task" : "other tasks"} of this queue`);
  }
  const estimate = wait ? estimateOf(wait, reason) : null;
  return {
    reasons: reasons.length > 0 ? reasons : ["not yet looked at"],
    out: (out && waitsForNodes(own) && out) || null,
    tone: own.includes("waiting_for_funds") ? "warn" : reason === "held" ? "accent" : "neutral",
    estimate: estimateText(estimate),
    startsTs: startsTs(estimate),
    hold: hold ? { nodes: hold.nodes, sinceTs: hold.sinceTs } : null,
  };
}

function startsTs(estimate: Estimate | null): WhyWaiting["startsTs"] {
  if (estimate?.kind === "forecast") return [estimate.startsAboutTs];
  if (estimate?.kind === "late") return [estimate.fromTs];
  return estimate?.kind === "range" ? [estimate.fromTs, estimate.untilTs] : [];
}

function estimateText(estimate: Estimate | null): string {
  if (!estimate || estimate.kind === "none") return "–";
  if (estimate.kind === "forecast") return "about";
  if (estimate.kind === "range") return "likely";
  if (estimate.kind === "late") return "unlikely before";
  if (estimate.kind === "money") return "once its customer can pay";
  if (estimate.kind === "unknown") return "none: too few like it";
  if (estimate.overdue) return "none: longer than nine of ten like it";
  return `half start within ${formatSpan(estimate.medianS)}, nine of ten within ${formatSpan(estimate.p90S)}`;
}
