import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { changePlacements } from "~/compute/change-placements.server";
import { writeAudit } from "~/platform/write-audit.server";
import { recordGone } from "~/compute/record-gone.server";
import { VOLUME_IS_TO_GO, VOLUME_TAKES_ROOM } from "~/compute/volume-sql.server";
import { announceNode, lockNode, type LockedNode } from "./locked-node.server";
import { endWindow } from "./maintenance/end-window.server";
import { readOpenPlacements } from "~/compute/lock-tasks.server";
import { RETIRED_MARK, RETIRED_MS } from "~/fleet/retired-nodes.server";

interface Retirement {
  nodeName: string;
  /** The admin. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Retires a node without placements: revokes its agent key and removes it from all lists (6.1). The row stays for past
 * placements, renamed so that the name is free again.
 * @throws Refusal M100, or a sentence when tasks run there.
 */
export async function retireNode({ nodeName, userId, requestId, now }: Retirement): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.admit");
    const node = await lockNode(tx, nodeName);
    await endRevoked(tx, node.id, nodeName, now);
    await endDeletions(tx, node.id, now);
    const [volume] = await tx.query(`select from volume where node_id = $1 and ${VOLUME_TAKES_ROOM} limit 1`, [
      node.id,
    ]);
    if (volume)
      throw new Refusal(`${nodeName} still holds volumes of customers. It can be retired once they are deleted.`);
    await tx.query(`delete from drain_plan where node_id = $1`, [node.id]);
    await endWindow(tx, { nodeId: node.id, state: "withdrawn", now, only: ["planned", "open"] });
    await writeRetired(tx, node, now);
    await writeAudit({ userId, action: "node.retire", target: `node:${nodeName}`, requestId, now }, tx);
  });
}

/** Ends the deletions of volumes on a Dead machine, because its agent can never report that nothing is left. */
async function endDeletions(tx: Tx, nodeId: number, now: Date): Promise<void> {
  const left = await tx.query<{ id: string }>(
    `select volume_id as id from volume join node n on n.id = volume.node_id
     where n.id = $1 and n.health = 'dead' and ${VOLUME_IS_TO_GO}`,
    [nodeId],
  );
  const volumeIds = left.map(({ id }) => id);
  await recordGone(tx, { nodeId, volumeIds, now });
}

/** Retires a locked node. Every worker closes its connection to it. */
export async function writeRetired(tx: Tx, node: LockedNode, now: Date): Promise<void> {
  await tx.query(
    `update node set retired_at = $2, version = version + 1, desired_version = desired_version + 1,
       node_name = node_name || '${RETIRED_MARK}' || id, node_key = node_key || '${RETIRED_MARK}' || id,
       agent_key_hash = '', old_key_hash = null, old_key_until = null
     where id = $1`,
    [node.id, now],
  );
  await announceNode(tx, node, [{ command: "agent", key: `${node.id}:${RETIRED_MS}` }]);
}

/**
 * Ends the revoked placements of a Dead machine, because its agent can never report again. Refuses while any other task
 * holds its GPUs.
 */
async function endRevoked(tx: Tx, nodeId: number, nodeName: string, now: Date): Promise<void> {
  const open = await readOpenPlacements(tx, [nodeId]);
  const gone = open.every((placement) => placement.nodeHealth === "dead" && placement.state === "revoked");
  if (!gone) throw new Refusal(`Tasks still hold GPUs of ${nodeName}. Drain it first.`);
  await changePlacements(
    tx,
    open.map(({ placementId }) => ({ placementId, patch: { endedAt: now } })),
  );
}
