import { isDeepStrictEqual } from "node:util";
import type { Queryable, Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import type { Observed } from "~/fleet/agent-messages";
import { hasChoreNews } from "./chores/record-chores.server";
import { CHORE_ID, DROPPED_UNBEGUN, LOST_IF_UNKNOWN } from "./chores/chore-sql";
import { isClockOff, OPEN_CLOCK } from "./findings/clock-drift.server";
import { GPUS_OF_NODE, hasSameGpus, OPEN_TWICE } from "./findings/gpu-twice.server";
import { hasSameImages, IMAGES_OF_NODE, writeImages } from "./node-images.server";
import { OPEN_KEYS } from "./findings/finding-sql";
import { hasOtherFindings } from "~/fleet/record-findings.server";
import { healthOf, type NodeHealth } from "~/fleet/node-health";
import { knowsMore } from "./restored-database.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { unauthorized } from "~/platform/unauthorized";

export interface ReportingNode {
  /** Epoch of the database. */
  epoch: string;
  nodeId: number;
  nodeName: string;
  clusterName: string;
  gpuType: string;
  health: NodeHealth;
  bootId: string;
  previousBootId: string;
  observedSeq: bigint;
  desiredVersion: number;
  ibsActive: number;
  reportedTsDead: number | null;
  /** Version of its agent; null: it reports none. */
  agentVersion: string | null;
  runtime: "process" | "container";
  /** Names of the images that it has. */
  images: string[];
  /** Reach of the folder in which it keeps volumes; null without one. */
  volumeReach: "shared" | "local" | null;
  volumeGb: number | null;
  /** True if its agent can copy volumes. */
  copiesVolumes: boolean;
  /** Names of images for which its disk has no room. */
  imagesWithoutRoom: string[];
  /** Time of receipt of its last report. */
  reportedAt: Date | null;
  ipInternal: string;
  ipPublic: string | null;
  /** Customers reach its tasks' SSH servers through the gateway. */
  sshGateway: boolean;
  /** Open findings as its agent reported them, without times. */
  findings: string[];
  /** True for the agent in a place of an engine, which lends it its GPUs. */
  isPilot: boolean;
  /** UUIDs of the GPUs that belong to it. */
  gpuUuids: string[];
  /** Text of its open finding that another node reports its GPUs; null: it has none. */
  gpuTwice: string | null;
  /** True if its clock is known to be off. */
  clockOff: boolean;
  choresAble: string[];
  /** Chores that are open, or were dropped and may have begun, as in `ChoresKnown`. */
  choresOpen: string[];
}

/** @throws Refusal 401 if it was retired meanwhile. */
export async function readReportingNode(q: Queryable, nodeId: number): Promise<ReportingNode> {
  const [node] = await readReportingNodes(q, [nodeId]);
  if (!node) throw unauthorized();
  return node;
}

/** Reads several; retired ones are omitted. */
export async function readReportingNodes(q: Queryable, nodeIds: readonly number[]): Promise<ReportingNode[]> {
  return await q.query<ReportingNode>(
    `select epoch, node.id as "nodeId", node_name as "nodeName", cluster_name as "clusterName", gpu_type as "gpuType", health,
       boot_id as "bootId", previous_boot_id as "previousBootId", observed_seq as "observedSeq",
       desired_version as "desiredVersion", ibs_active as "ibsActive",
       reported_ts_dead as "reportedTsDead", agent_version as "agentVersion", reported_at as "reportedAt", ip_internal as "ipInternal", ip_public as "ipPublic",
       ssh_gateway as "sshGateway",
       runtime, ${IMAGES_OF_NODE} as images, volume_reach as "volumeReach", volume_gb as "volumeGb", copies_volumes as "copiesVolumes",
       images_without_room as "imagesWithoutRoom",
       pilot_of is not null as "isPilot", ${GPUS_OF_NODE} as "gpuUuids", ${OPEN_TWICE} as "gpuTwice", ${OPEN_KEYS} as findings, ${OPEN_CLOCK} as "clockOff", chores_able as "choresAble",
       coalesce((select array_agg(${CHORE_ID} || ' ' || c.state || case when ${LOST_IF_UNKNOWN("node")} then ' lost' else '' end) from node_chore c, installation i
         where c.node_id = node.id and (c.state in ('wanted', 'running') or ${DROPPED_UNBEGUN})), '{}') as "choresOpen"
     from node, installation where node.id = any($1::int[]) and retired_at is null`,
    [nodeIds],
  );
}

/**
 * Seconds that a report may take to arrive. A later one from the previous boot comes from a machine that still runs.
 */
const LATE_S = 60;
/** SQL: a last report that is this much in the future was received before the time was set back. */
export const LATE = `interval '${LATE_S} seconds'`;

/**
 * Checks for a report that is older than a received one, of this boot or of the one before (4.1). After a silence it is
 * not late: a virtual machine was set back to a snapshot of this boot.
 */
export function isStale(node: ReportingNode, observed: Observed, now: Date): boolean {
  if (observed.boot_id === node.bootId) return BigInt(observed.seq) <= node.observedSeq && wasHeard(node, now);
  return isReplaced(node, observed, now);
}

/**
 * Checks for a report of the boot before the present one. It is late, or another machine with the same key replaced
 * this one. When that one has been silent for a while, this one is the node again.
 */
export function isReplaced(node: ReportingNode, observed: Observed, now: Date): boolean {
  return observed.boot_id === node.previousBootId && node.bootId !== "" && wasHeard(node, now);
}

function wasHeard({ reportedAt }: ReportingNode, now: Date): boolean {
  return reportedAt !== null && now.getTime() - reportedAt.getTime() < LATE_S * 1000;
}

export function isNewBoot(node: ReportingNode, observed: Observed): boolean {
  return observed.boot_id !== node.bootId;
}

/**
 * Returns the whole seconds since the last report if they exceed the node's threshold, and are therefore free (A37);
 * else 0.
 */
export function gapSeconds({ reportedAt, reportedTsDead }: ReportingNode, now: Date): number {
  if (reportedAt === null) return 0;
  const seconds = (now.getTime() - reportedAt.getTime()) / 1000;
  return seconds > (reportedTsDead ?? NODE_DEAD_DEFAULT_S) ? Math.floor(seconds) : 0;
}

/**
 * Returns the newest desired version that the agent knows. A version of another database, or one that this database
 * lost in a restore, does not count: the restored database does not know the states desired since (A38).
 */
export function ackedVersionOf(node: ReportingNode, observed: Observed): number {
  const { epoch = node.epoch, desired_version: known } = observed;
  return epoch === node.epoch && !knowsMore(node, observed) ? known : 0;
}

/**
 * Checks whether a report may move GPUs to or from its node. That of a Dead one may: another node that reports them takes
 * them, perhaps at this moment.
 */
export function mayMoveGpus(node: ReportingNode, { gpu_uuids: uuids }: Observed): boolean {
  if (uuids === undefined || node.isPilot) return false;
  return !(node.gpuTwice === null && node.health !== "dead" && hasSameGpus(node, uuids));
}

/** Health by a report and by whether another node has its GPUs. */
function healthWith(twice: string | null, { sysinfo }: Observed): "healthy" | "error" {
  return twice === null ? healthOf(sysinfo) : "error";
}

/** Checks that the report changes only the node's figures. Its tasks are compared separately. */
export function isQuiet(node: ReportingNode, observed: Observed, now: Date): boolean {
  return (
    !isNewBoot(node, observed) &&
    !knowsMore(node, observed) &&
    !mayMoveGpus(node, observed) &&
    node.health === healthWith(node.gpuTwice, observed) &&
    node.ibsActive === observed.sysinfo.ibs_active &&
    node.reportedTsDead === observed.sysinfo.reported_ts_dead &&
    node.agentVersion === agentVersionOf(observed) &&
    // Times of findings move with each full report.
    (observed.findings ?? []).length === 0 &&
    !observed.volumes_gone?.length &&
    !observed.volume_copies?.some(({ state }) => state !== "copying") &&
    isSameMeans(node, observed) &&
    !hasNews(node, observed, now)
  );
}

/** Checks whether findings, chores or the clock differ from those known. */
function hasNews(node: ReportingNode, observed: Observed, now: Date): boolean {
  return (
    hasOtherFindings(node.findings, observed.findings) ||
    hasChoreNews({ able: node.choresAble, open: node.choresOpen }, observed.chores) ||
    isClockOff(observed, node.clockOff, now) !== node.clockOff
  );
}

/** Checks that the node's container abilities are unchanged. */
function isSameMeans(node: ReportingNode, observed: Observed): boolean {
  const { runtime = "process", volumes, images, images_without_room: full = [] } = observed;
  const sameVolumes =
    node.volumeReach === (volumes?.reach ?? null) &&
    node.volumeGb === (volumes?.total_gb ?? null) &&
    node.copiesVolumes === (volumes?.copies ?? false);
  const sameRoom = isDeepStrictEqual(node.imagesWithoutRoom, full);
  return node.runtime === runtime && sameVolumes && sameRoom && hasSameImages(node, images);
}

function agentVersionOf({ agent_version }: Observed): string | null {
  return agent_version ?? null;
}

/**
 * Writes the report to the node's row, which the transaction holds, and returns what it changes for others (6.1).
 * @param twice the fault if another node has its GPUs, else null.
 */
export async function writeReport(
  tx: Tx,
  node: ReportingNode,
  observed: Observed,
  { twice, now }: { twice: string | null; now: Date },
): Promise<void> {
  const { sysinfo } = observed;
  const health = healthWith(twice, observed);
  const agentVersion = agentVersionOf(observed);
  const changed =
    health !== node.health ||
    twice !== node.gpuTwice ||
    sysinfo.ibs_active !== node.ibsActive ||
    agentVersion !== node.agentVersion ||
    !isSameMeans(node, observed) ||
    hasNews(node, observed, now);
  await tx.query(
    `update node set observed_seq = $seq, acked_version = $ackedVersion, reported_at = case when reported_at > $now::timestamptz + ${LATE} then $now else greatest(reported_at, $now) end,
       previous_boot_id = case when boot_id = $bootId then previous_boot_id else boot_id end, boot_id = $bootId,
       reported_ts_dead = $deadAfter, sysinfo = $sysinfo, sysinfo_version = sysinfo_version + 1, ibs_active = $ibsActive,
       health = $health, agent_version = $agentVersion, version = version + $changes, runtime = $runtime,
       volume_reach = $volumeReach, volume_gb = $volumeGb, copies_volumes = $copiesVolumes,
       images_without_room = $imagesWithoutRoom
     where id = $nodeId`,
    {
      nodeId: node.nodeId,
      seq: observed.seq,
      bootId: observed.boot_id,
      ackedVersion: ackedVersionOf(node, observed),
      now,
      deadAfter: sysinfo.reported_ts_dead,
      sysinfo: JSON.stringify(sysinfo),
      ibsActive: sysinfo.ibs_active,
      health,
      agentVersion,
      changes: changed ? 1 : 0,
      runtime: observed.runtime ?? "process",
      volumeReach: observed.volumes?.reach ?? null,
      volumeGb: observed.volumes?.total_gb ?? null,
      copiesVolumes: observed.volumes?.copies ?? false,
      imagesWithoutRoom: observed.images_without_room ?? [],
    },
  );
  if (!hasSameImages(node, observed.images)) await writeImages(tx, node.nodeId, observed.images ?? []);
  if (!changed) return;
  await announce(
    tx,
    [
      { entity: "node", key: node.nodeName },
      { entity: "capacity", key: `${node.clusterName}:${node.gpuType}` },
    ],
    [{ command: "wake", key: "scheduler" }],
  );
}
