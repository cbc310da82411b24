import type { Queryable } from "~/db.server";
import type { LockedPlacement } from "~/domain/tasks/locked-task";

/** The placements that hold GPUs of these nodes. */
export async function readOpenPlacements(q: Queryable, nodeIds: readonly number[]): Promise<LockedPlacement[]> {
  return await q.query<LockedPlacement>(
    `select p.placement_id as "placementId", p.resv_guid as "resvGuid", p.node_id as "nodeId",
       n.node_name as "nodeName", n.health as "nodeHealth", n.reported_at as "nodeReportedAt", p.attempt, p.rank,
       p.state, p.run, p.desired_version as "desiredVersion", p.assigned_at as "assignedAt",
       p.running_at as "runningAt", p.seen_running_at as "seenRunningAt", p.ended_at as "endedAt",
       p.failed_at as "failedAt", p.incident, p.ssh_addr as "sshAddr", p.ssh_host_key as "sshHostKey",
       p.ssh_keys as "sshKeys",
       p.exit_code as "exitCode", p.message
     from placement p join node n on n.id = p.node_id where p.node_id = any($1::int[]) and p.ended_at is null`,
    [nodeIds],
  );
}
