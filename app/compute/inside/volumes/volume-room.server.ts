import type { Queryable, Tx } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { VOLUME_TAKES_ROOM } from "~/compute/volume-sql.server";

export type Reach = "shared" | "local";

/** A node that keeps volumes, with the free GB of those that its agent offers. */
interface KeepingNode {
  nodeId: number;
  reach: Reach;
  roomGb: number;
}

/**
 * Locks the room of a cluster, so that two requests cannot both take the last of it. Take it before all other locks of
 * volumes.
 */
export async function lockRoom(tx: Tx, clusterName: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`volumes:${clusterName}`]);
}

/** Refuses a cluster whose nodes report that the folder of their volumes is missing (17.9). @throws Refusal M308. */
async function refuseAway(q: Queryable, clusterName: string, field: string): Promise<void> {
  const [away] = await q.query(
    `select from node n join node_finding f on f.node_id = n.id and f.cleared_at is null and f.name like 'volumes-%'
     where n.cluster_name = $1 and n.retired_at is null and n.volume_reach is null limit 1`,
    [clusterName],
  );
  if (away) throw Refusal.ofField(field, M.volumesAway({ cluster_name: clusterName }));
}

/**
 * Finds whether a new volume is shared by the nodes of its cluster or local to one. It is shared if a node reports
 * shared storage.
 * @throws Refusal M289 if no node keeps volumes, M308 if those nodes are all away, M282 if no node has enough room.
 */
export async function requireRoom(
  q: Queryable,
  { clusterName, gb }: { clusterName: string; gb: number },
): Promise<Reach> {
  const nodes = await readKeepingNodes(q, clusterName);
  if (nodes.length === 0) await refuseAway(q, clusterName, "cluster_name");
  if (nodes.length === 0) throw Refusal.ofField("cluster_name", M.noContainers({ cluster_name: clusterName }));
  const reach = nodes.some((node) => node.reach === "shared") ? "shared" : "local";
  if (!nodes.some((node) => node.reach === reach && node.roomGb >= gb)) throw noRoom(clusterName);
  return reach;
}

/** Reserves room for a volume to grow by a number of GB. @throws Refusal M282, M308. */
export async function requireMoreRoom(
  q: Queryable,
  { clusterName, reach, nodeId, moreGb }: { clusterName: string; reach: Reach; nodeId: number | null; moreGb: number },
): Promise<void> {
  const nodes = await readKeepingNodes(q, clusterName);
  const own = nodes.filter((node) => node.reach === reach && (nodeId === null || node.nodeId === nodeId));
  if (own.length === 0) await refuseAway(q, clusterName, "gb");
  if (!own.some(({ roomGb }) => roomGb >= moreGb)) throw noRoom(clusterName);
}

function noRoom(clusterName: string): Refusal {
  return Refusal.ofField("gb", M.noRoomForVolume({ cluster_name: clusterName }));
}

/** GB still free on node `n` of those its agent offers; volumes being deleted count as used. A shared folder counts once for all nodes. */
export const ROOM_GB = `(n.volume_gb - coalesce((select sum(volume.gb) from volume
    where ${VOLUME_TAKES_ROOM} and volume.reach = n.volume_reach
      and case volume.reach when 'local' then volume.node_id = n.id else volume.cluster_name = n.cluster_name end), 0))::int`;

async function readKeepingNodes(q: Queryable, clusterName: string): Promise<KeepingNode[]> {
  return await q.query<KeepingNode>(
    `select n.id as "nodeId", n.volume_reach as reach, ${ROOM_GB} as "roomGb" from node n
     where n.cluster_name = $1 and n.retired_at is null and n.volume_reach is not null and n.volume_gb is not null`,
    [clusterName],
  );
}
