import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import type { Observed } from "~/fleet/agent-messages";
import { askForTest } from "./chores/ask-chore.server";
import { recordChores } from "./chores/record-chores.server";
import { isClockOff, recordClock } from "./findings/clock-drift.server";
import { hasCritical } from "./findings/has-critical.server";
import { recordTwice } from "./findings/gpu-twice.server";
import { recordFindings } from "~/fleet/record-findings.server";
import { notifyOfFindings } from "./findings/notify-of-findings.server";
import type { ReportingNode } from "./reporting-node.server";

/**
 * Records the parts of a report beyond the documented figures: findings, the node's clock and chores (4.1, 6.1).
 * @param twice the fault if another node has its GPUs, else null.
 */
export async function recordCondition(
  tx: Tx,
  node: ReportingNode,
  observed: Observed,
  { twice, now }: { twice: string | null; now: Date },
): Promise<void> {
  const { nodeId } = node;
  const { opened, recovered } = await recordFindings(tx, { nodeId, known: node.findings, observed, now });
  await notifyOfFindings(tx, { nodeId, opened, now });
  if (observed.ts !== 0)
    await recordClock(tx, { nodeId, observed, off: isClockOff(observed, node.clockOff, now), now });
  await recordTwice(tx, { nodeId, was: node.gpuTwice, twice, now });
  const { serves } = await recordChores(tx, { nodeId, observed: observed.chores, now });
  // A node that was broken returns to service after a passed self-test.
  const sound = (recovered || (node.gpuTwice !== null && twice === null)) && !(await hasCritical(tx, nodeId));
  const tested = sound && (await askForTest(tx, { nodeId, why: "finding", askedBy: null, now }));
  if (!serves && !tested) return;
  await announce(
    tx,
    [{ entity: "capacity", key: `${node.clusterName}:${node.gpuType}` }],
    [{ command: "wake", key: "scheduler" }],
  );
}
