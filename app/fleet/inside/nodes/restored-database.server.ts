import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import type { Observed } from "~/fleet/agent-messages";

/**
 * Seconds by which a version may be ahead of the clock, because of changes in quick succession. A version beyond that
 * was never issued.
 */
const AHEAD_MAX_S = 86_400;

/**
 * Checks whether the agent knows a newer desired state than this database ever issued. The database was then restored
 * to an older state: by a recovery, a failover to a lagging copy, or a copied folder (A38).
 */
export function knowsMore(
  node: { epoch: string; desiredVersion: number },
  { epoch = node.epoch, desired_version: known }: Pick<Observed, "epoch" | "desired_version">,
): boolean {
  return epoch === node.epoch && known > node.desiredVersion;
}

/**
 * Raises the node's desired version above the one that its agent knows, so that the agent follows it. The agent knows
 * its placements only once it reports them. Only this node's version rises, because no agent may affect others; a
 * version of the far future is not believed. @returns whether it was believed.
 */
export async function raiseAbove(tx: Tx, { nodeId, version }: { nodeId: number; version: number }): Promise<boolean> {
  const raised = await tx.query(
    `with raised as (
       update node set desired_version = least($2::int, 2147483646) + 1
       where id = $1 and desired_version <= $2 and $2 <= desired_moment() + ${AHEAD_MAX_S} returning id, desired_version
     ), told as (
       update placement p set desired_version = raised.desired_version
       from raised where p.node_id = raised.id and p.ended_at is null
     )
     select id from raised`,
    [nodeId, version],
  );
  if (raised.length === 0) return false;
  await command(tx, [{ command: "desired", key: String(nodeId) }]);
  return true;
}
