import type { Tx } from "~/db.server";
import { moveVolumes } from "./move-volumes.server";

/**
 * An agent says of volumes that nothing of them is there: those that are being deleted, and that it would have, are deleted now
 * (17.5). A volume that somebody holds at this moment is left to the next report, so that a report never waits for it.
 */
export async function recordGone(
  tx: Tx,
  { nodeId, volumeIds, now }: { nodeId: number; volumeIds: readonly string[]; now: Date },
): Promise<void> {
  if (volumeIds.length === 0) return;
  const gone = await tx.query<{ id: string; reason: string }>(
    `select volume.volume_id as id, volume.reason from volume join node on node.id = $2
     where volume.volume_id = any($1::uuid[]) and volume.state = 'deleting' and case volume.reach
       when 'local' then volume.node_id = node.id
       else volume.cluster_name = node.cluster_name and node.volume_reach = 'shared' end
     order by volume.volume_id for no key update of volume skip locked`,
    [volumeIds, nodeId],
  );
  for (const { id, reason } of gone) await moveVolumes(tx, { volumeIds: [id], to: "deleted", now, reason });
  if (gone.length > 0) await tx.query(`update node set desired_version = desired_version + 1 where id = $1`, [nodeId]);
}
