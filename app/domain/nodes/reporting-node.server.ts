import type { Queryable, Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { Observed } from "~/domain/agent/messages";
import { healthOf, NODE_DEAD_DEFAULT_S, type NodeHealth } from "./node-health";

export interface ReportingNode {
  /** Of the database. */
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
  /** When its last report was received. */
  reportedAt: Date | null;
  ipInternal: string;
  ipPublic: string | null;
}

export async function readReportingNode(q: Queryable, nodeId: number): Promise<ReportingNode> {
  const [node] = await q.query<ReportingNode>(
    `select epoch, node.id as "nodeId", node_name as "nodeName", cluster_name as "clusterName", gpu_type as "gpuType", health,
       boot_id as "bootId", previous_boot_id as "previousBootId", observed_seq as "observedSeq",
       desired_version as "desiredVersion", ibs_active as "ibsActive",
       reported_ts_dead as "reportedTsDead", reported_at as "reportedAt", ip_internal as "ipInternal", ip_public as "ipPublic"
     from node, installation where node.id = $1 and retired_at is null`,
    [nodeId],
  );
  if (!node) throw new Error(`there is no node ${nodeId}`);
  return node;
}

/** An older report than one that was taken already, of this boot or of the one before (4.1). */
export function isStale(node: ReportingNode, observed: Observed): boolean {
  if (observed.boot_id === node.bootId) return BigInt(observed.seq) <= node.observedSeq;
  return observed.boot_id === node.previousBootId && node.bootId !== "";
}

export function isNewBoot(node: ReportingNode, observed: Observed): boolean {
  return observed.boot_id !== node.bootId;
}

/** Whole seconds since the last report where they are more than the node's threshold, and therefore free (A37); else 0. */
export function gapSeconds({ reportedAt, reportedTsDead }: ReportingNode, now: Date): number {
  if (reportedAt === null) return 0;
  const seconds = (now.getTime() - reportedAt.getTime()) / 1000;
  return seconds > (reportedTsDead ?? NODE_DEAD_DEFAULT_S) ? Math.floor(seconds) : 0;
}

/**
 * Newest desired version that the agent knows. One that it has of another database says nothing of this one: what was
 * backed up and restored does not know what was desired in between (A38).
 */
export function ackedVersionOf({ epoch }: ReportingNode, observed: Observed): number {
  return observed.epoch === undefined || observed.epoch === epoch ? observed.desired_version : 0;
}

/** Whether the report changes nothing that others see of the node, apart from its figures. */
export function isQuiet(node: ReportingNode, observed: Observed, now: Date): boolean {
  return (
    !isNewBoot(node, observed) &&
    gapSeconds(node, now) === 0 &&
    node.health === healthOf(observed.sysinfo) &&
    node.ibsActive === observed.sysinfo.ibs_active &&
    node.reportedTsDead === observed.sysinfo.reported_ts_dead
  );
}

/** Takes the report into the node's row, which the transaction holds, and says what it changes for others (6.1). */
export async function writeReport(tx: Tx, node: ReportingNode, observed: Observed, now: Date): Promise<void> {
  const { sysinfo } = observed;
  const health = healthOf(sysinfo);
  const changed = health !== node.health || sysinfo.ibs_active !== node.ibsActive;
  await tx.query(
    `update node set observed_seq = $2, acked_version = $4, reported_at = greatest(reported_at, $5),
       previous_boot_id = case when boot_id = $3 then previous_boot_id else boot_id end, boot_id = $3,
       reported_ts_dead = $6, sysinfo = $7, sysinfo_version = sysinfo_version + 1, ibs_active = $8, health = $9,
       version = version + $10
     where id = $1`,
    [
      node.nodeId,
      observed.seq,
      observed.boot_id,
      ackedVersionOf(node, observed),
      now,
      sysinfo.reported_ts_dead,
      JSON.stringify(sysinfo),
      sysinfo.ibs_active,
      health,
      changed ? 1 : 0,
    ],
  );
  if (!changed) return;
  await announce(tx, [
    { entity: "node", key: node.nodeName },
    { entity: "capacity", key: `${node.clusterName}:${node.gpuType}` },
    { entity: "wake", key: "scheduler" },
  ]);
}
