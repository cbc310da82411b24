import { db, transaction, type Tx } from "~/platform/db.server";
import { changePlacements, type PlacementChange } from "~/compute/change-placements.server";
import { lockTasks } from "~/compute/lock-tasks.server";
import type { LockedPlacement } from "~/compute/locked-task";
import { skipGap } from "~/compute/skip-gap.server";
import { recordCopies } from "~/compute/end-copy.server";
import { recordGone } from "~/compute/record-gone.server";
import { reviewTasks } from "~/compute/review-tasks.server";
import { stopMiners } from "~/compute/stop-miners.server";
import { announceSteps } from "~/compute/announce-steps.server";
import { updateSshAddresses } from "~/compute/update-ssh-addresses.server";
import type { Observed, ObservedTask } from "./agent-messages";
import { comparePlacement, type ReportContext } from "~/compute/compare-placement";
import { readOpenPlacements } from "~/compute/lock-tasks.server";
import { claimGpus } from "./inside/nodes/claim-gpus.server";
import { recordCondition } from "./inside/nodes/record-condition.server";
import { withOwnAddresses, withoutSshPort, withSshPorts } from "./own-addresses.server";
import { HELD, recordReports } from "./record-reports.server";
import {
  ackedVersionOf,
  gapSeconds,
  isNewBoot,
  isQuiet,
  isStale,
  readReportingNode,
  readReportingNodes,
  type ReportingNode,
  writeReport,
} from "./inside/nodes/reporting-node.server";
import { knowsMore, raiseAbove } from "./inside/nodes/restored-database.server";

export interface Received {
  /** The node's present desired version, for the acknowledgement. */
  desiredVersion: number;
  /** True if a newer report was received before, so that this one changed nothing. */
  stale: boolean;
  /** True if it is from the boot before the present one: late, or from a replaced machine. */
  replaced: boolean;
  /** True if its agent knew a newer desired state than the database ever issued. */
  restored: boolean;
  /** Reported task addresses that do not belong to the node and were not stored. */
  foreign: string[];
  /** True if the SSH gateway had no port left for a task. */
  portless: boolean;
}

/** A report and its origin. */
export interface Given {
  nodeId: number;
  observed: Observed;
  /** Time of receipt by the server: the clock of charging (B2). */
  now: Date;
}

/**
 * Processes an agent's report: compares it with what the node should run and does what follows for its tasks (4.1, 6.1,
 * 6.2). Only the node's own placements count. Its agent ends any others it lists, because `desired` does not contain
 * them. A repeated or late report changes nothing.
 */
export async function receiveObserved(given: Given): Promise<Received> {
  return (await receiveQuiet([given])).get(given) ?? (await receiveNews(given));
}

/** Processes a report in full, under the locks of its tasks. */
export async function receiveNews(given: Given): Promise<Received> {
  return await transaction((tx) => receiveChanges(tx, given));
}

/**
 * Processes usual reports without news, one of each node, in three statements for all of them and without lasting locks.
 * Omits those that may have news.
 */
export async function receiveQuiet(all: readonly Given[]): Promise<Map<Given, Received>> {
  const received = new Map<Given, Received>();
  const nodeIds = all.map(({ nodeId }) => nodeId);
  const nodes = new Map((await readReportingNodes(db, nodeIds)).map((node) => [node.nodeId, node]));
  const maybe = all.filter((given) => {
    const { nodeId, observed, now } = given;
    const node = nodes.get(nodeId);
    if (!node) return false;
    const stale = isStale(node, observed, now);
    if (stale) received.set(given, staleTo(node, observed));
    return !stale && isQuiet(node, observed, now) && observed.tasks.every(({ mining }) => mining === "");
  });
  if (maybe.length === 0) return received;
  const open = new Map<number, LockedPlacement[]>(maybe.map(({ nodeId }) => [nodeId, []]));
  for (const placement of await readOpenPlacements(db, [...open.keys()])) open.get(placement.nodeId)?.push(placement);
  const quiet = maybe.flatMap((given) => {
    const node = nodes.get(given.nodeId);
    const foreign = node && foreignIfQuiet(node, given, open.get(given.nodeId) ?? []);
    return foreign ? { given, foreign } : [];
  });
  const recorded = await recordReports({
    reports: quiet.map(({ given: { nodeId, observed, now } }) => {
      const { boot_id: bootId, seq, sysinfo } = observed;
      return { nodeId, bootId, seq, sysinfo, at: now };
    }),
  });
  for (const { given, foreign } of quiet) {
    const desiredVersion = recorded.get(given.nodeId);
    if (desiredVersion !== undefined && desiredVersion !== HELD)
      received.set(given, { ...NOTHING_ODD, desiredVersion, foreign });
  }
  return received;
}

/** The foreign addresses of a report that changes no placement; null if it may change one, or its time is free (A37). */
function foreignIfQuiet(node: ReportingNode, { observed, now }: Given, open: LockedPlacement[]): string[] | null {
  if (open.length > 0 && gapSeconds(node, now) > 0) return null;
  if (withoutSshPort(node, open).length > 0) return null;
  const context = { ackedVersion: ackedVersionOf(node, observed), newBoot: false, now };
  const { tasks, foreign } = withOwnAddresses(node, observed.tasks, open);
  return changesOf(open, tasks, context).length > 0 ? null : foreign;
}

const NOTHING_ODD = { stale: false, replaced: false, restored: false, foreign: [], portless: false };

async function receiveChanges(tx: Tx, { nodeId, observed, now }: Given): Promise<Received> {
  const expected = await readOpenPlacements(tx, [nodeId]);
  const resvGuids = [...new Set(expected.map((placement) => placement.resvGuid))];
  const tasks = await lockTasks(tx, { resvGuids, nodeIds: [nodeId] });
  const node = await readReportingNode(tx, nodeId);
  if (isStale(node, observed, now)) return staleTo(node, observed);

  const known = new Set(tasks.map((task) => task.resvGuid));
  // A placement made after the first read cannot be in this report; the next report is compared with it.
  const present = (await readOpenPlacements(tx, [nodeId])).filter((placement) => known.has(placement.resvGuid));
  const open = await withSshPorts(tx, node, present);
  const context = { ackedVersion: ackedVersionOf(node, observed), newBoot: isNewBoot(node, observed), now };
  const { tasks: reported, foreign } = withOwnAddresses(node, observed.tasks, open);
  const changes = changesOf(open, reported, context);
  const gap = gapSeconds(node, now);
  if (gap > 0) await skipGap(tx, { tasks, nodeId, gapSeconds: gap, left: leavingOf(changes), now });
  const twice = await claimGpus(tx, node, observed);
  await writeReport(tx, node, observed, { twice, now });
  await recordCondition(tx, node, observed, { twice, now });
  await changePlacements(tx, changes);
  await announceSteps(tx, changes);
  await reviewTasks(tx, resvGuids, now);
  await updateSshAddresses(tx, resvGuids);
  await stopMiners(tx, signsOf(open, observed), now);
  await recordCopies(tx, { nodeId, copies: observed.volume_copies ?? [], now });
  await recordGone(tx, { nodeId, volumeIds: observed.volumes_gone ?? [], now });
  const restored = knowsMore(node, observed) && (await raiseAbove(tx, { nodeId, version: observed.desired_version }));
  const { desiredVersion } = await readReportingNode(tx, nodeId);
  return { ...NOTHING_ODD, desiredVersion, restored, foreign, portless: withoutSshPort(node, open).length > 0 };
}

function staleTo({ desiredVersion, bootId }: ReportingNode, observed: Observed): Received {
  return { ...NOTHING_ODD, desiredVersion, stale: true, replaced: observed.boot_id !== bootId };
}

function changesOf(
  open: readonly LockedPlacement[],
  tasks: readonly ObservedTask[],
  context: ReportContext,
): PlacementChange[] {
  const reported = new Map(tasks.map((task) => [task.placement_id, task]));
  return open.flatMap((placement) => {
    const patch = comparePlacement(placement, reported.get(placement.placementId), context);
    return patch === null ? [] : [{ placementId: placement.placementId, patch }];
  });
}

/** Lists placements that these changes end. */
function leavingOf(changes: readonly PlacementChange[]): Set<string> {
  const leaving = changes.filter(({ patch }) => (patch.state ?? "running") !== "running" || patch.failedAt);
  return new Set(leaving.map(({ placementId }) => placementId));
}

function signsOf(open: readonly LockedPlacement[], observed: Observed): { resvGuid: string; sign: string }[] {
  const byId = new Map(open.map((placement) => [placement.placementId, placement.resvGuid]));
  return observed.tasks.flatMap(({ placement_id, mining }) => {
    const resvGuid = byId.get(placement_id);
    return mining === "" || resvGuid === undefined ? [] : [{ resvGuid, sign: mining }];
  });
}
