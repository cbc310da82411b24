import type { Queryable, Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { Observed } from "./agent-messages";
import { healthOf, type NodeHealth } from "./node-health";

export interface ReportingNode {
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
  ipInternal: string;
  ipPublic: string | null;
}

export async function readReportingNode(q: Queryable, nodeId: number): Promise<ReportingNode> {
  const [node] = await q.query<ReportingNode>(
    `select id as "nodeId", node_name as "nodeName", cluster_name as "clusterName", gpu_type as "gpuType", health,
       boot_id as "bootId", previous_boot_id as "previousBootId", observed_seq as "observedSeq",
       desired_version as "desiredVersion", ibs_active as "ibsActive",
       reported_ts_dead as "reportedTsDead", ip_internal as "ipInternal", ip_public as "ipPublic"
     from node where id = $1 and retired_at is null`,
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

/** Whether the report changes nothing that others see of the node, apart from its figures. */
export function isQuiet(node: ReportingNode, observed: Observed): boolean {
  return (
    !isNewBoot(node, observed) &&
    node.health === healthOf(observed.sysinfo) &&
    node.ibsActive === observed.sysinfo.ibs_active &&
    node.reportedTsDead === observed.sysinfo.reported_ts_dead
  );
}

/** Takes the report into the node's row, which the transaction holds, and says what it changes for others (6.1). */
export async function writeReport(tx: Tx, node: ReportingNode, observed: Observed, now: Date): Promise<void> {
  const { sysinfo } = observed;
  const health = healthOf(sysinfo);
  const healthChanged = health !== node.health;
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
      observed.desired_version,
      now,
      sysinfo.reported_ts_dead,
      JSON.stringify(sysinfo),
      sysinfo.ibs_active,
      health,
      healthChanged ? 1 : 0,
    ],
  );
  if (!healthChanged && sysinfo.ibs_active === node.ibsActive) return;
  await announce(tx, [
    { entity: "node", key: node.nodeName },
    { entity: "capacity", key: `${node.clusterName}:${node.gpuType}` },
    { entity: "wake", key: "scheduler" },
  ]);
}
