import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { chooseCopyNode, COPY_AWAY_S } from "./inside/volumes/choose-copy-node.server";
import { type Copy, COPY_COLUMNS, failCopy, notifyNode } from "./end-copy.server";

/**
 * Moves copies whose node has been silent for 15 minutes, or was retired, to another node that reaches them; without
 * one, they fail (17.8). May run at any time and in several workers at once.
 */
export async function watchCopies({ now }: { now: Date }): Promise<{ handedOver: number; failed: number }> {
  const left = await db.query<{ volumeId: string }>(
    `select volume.volume_id as "volumeId" from ${LEFT} order by volume.volume_id`,
    [now],
  );
  const done = { handedOver: 0, failed: 0 };
  await forEach(left, async ({ volumeId }) => {
    const outcome = await transaction((tx) => handOver(tx, volumeId, now));
    if (outcome) done[outcome] += 1;
  });
  return done;
}

/** $1 now. */
const LEFT = `volume join node n on n.id = volume.copy_node_id and volume.state = 'copying' and (n.retired_at is not null
  or n.reported_at is null or n.reported_at < $1::timestamptz - interval '${COPY_AWAY_S} seconds')`;

async function handOver(tx: Tx, volumeId: string, now: Date): Promise<"handedOver" | "failed" | null> {
  const [copy] = await tx.query<Copy>(
    `select ${COPY_COLUMNS} from ${LEFT} where volume.volume_id = $2 for no key update of volume skip locked`,
    [now, volumeId],
  );
  if (!copy) return null;
  const nodeId = await chooseCopyNode(tx, copy.volumeId);
  if (nodeId === null || nodeId === copy.copyNodeId) {
    await failCopy(tx, copy, { reason: "its node does not answer", now });
    return "failed";
  }
  await tx.query(`update volume set copy_node_id = $2 where volume_id = $1`, [copy.volumeId, nodeId]);
  await notifyNode(tx, nodeId);
  return "handedOver";
}
