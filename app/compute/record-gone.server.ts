import type { Tx } from "~/platform/db.server";
import { moveVolumes } from "./inside/volumes/move-volumes.server";
import { NODE_REACHES_VOLUME, VOLUME_IS_TO_GO } from "./volume-sql.server";

/**
 * Records reports that nothing of a volume is left. Volumes being deleted on that agent's storage are deleted now
 * (17.5), and failed copies have no remains (17.8). A locked volume waits for the next report, so that no report waits
 * for it.
 */
export async function recordGone(
  tx: Tx,
  { nodeId, volumeIds, now }: { nodeId: number; volumeIds: readonly string[]; now: Date },
): Promise<void> {
  if (volumeIds.length === 0) return;
  const gone = await tx.query<{ id: string; reason: string; deleting: boolean }>(
    `select volume.volume_id as id, volume.reason, volume.state = 'deleting' as deleting from volume join node n on n.id = $2
     where volume.volume_id = any($1::uuid[]) and ${VOLUME_IS_TO_GO} and ${NODE_REACHES_VOLUME}
     order by volume.volume_id for no key update of volume skip locked`,
    [volumeIds, nodeId],
  );
  for (const { id, reason, deleting } of gone) {
    if (deleting) await moveVolumes(tx, { volumeIds: [id], to: "deleted", now, reason });
    else await tx.query(`update volume set copy_node_id = null where volume_id = $1`, [id]);
  }
  if (gone.length > 0) await tx.query(`update node set desired_version = desired_version + 1 where id = $1`, [nodeId]);
}
