import { transaction, type Tx } from "~/db.server";
import { chooseCopyNode, COPY_AWAY_S } from "./choose-copy-node.server";
import { type Copy, COPY_COLUMNS, failCopy, tellNode } from "./end-copy.server";

/**
 * Copies whose node has been silent for 15 minutes, or was retired, are made by another that reaches them, and fail where none
 * does (17.8). May run at any time and in several workers at once.
 */
export async function watchCopies({ now }: { now: Date }): Promise<{ handedOver: number; failed: number }> {
  return await transaction(async (tx) => {
    const done = { handedOver: 0, failed: 0 };
    for (const copy of await lockLeft(tx, now)) {
      const nodeId = await chooseCopyNode(tx, copy.volumeId);
      if (nodeId === null || nodeId === copy.copyNodeId) {
        await failCopy(tx, copy, { reason: "its node does not answer", now });
        done.failed += 1;
      } else {
        await tx.query(`update volume set copy_node_id = $2 where volume_id = $1`, [copy.volumeId, nodeId]);
        await tellNode(tx, nodeId);
        done.handedOver += 1;
      }
    }
    return done;
  });
}

async function lockLeft(tx: Tx, now: Date) {
  return await tx.query<Copy>(
    `select ${COPY_COLUMNS} from volume join node n on n.id = volume.copy_node_id
     where volume.state = 'copying' and (n.retired_at is not null or n.reported_at is null
       or n.reported_at < $1::timestamptz - interval '${COPY_AWAY_S} seconds')
     order by volume.volume_id for no key update of volume skip locked`,
    [now],
  );
}
