import { db } from "~/platform/db.server";
import { ROOM_GB } from "./volume-room.server";

/** A cluster in which volumes can be created now: its nodes' reach, and the largest size that fits. */
export interface KeepingCluster {
  clusterName: string;
  reach: "shared" | "local";
  roomGb: number;
}

/** Lists clusters with a node that keeps volumes, in the order of the catalogue. With both kinds, shared counts. */
export async function listKeepingClusters(): Promise<KeepingCluster[]> {
  return await db.query<KeepingCluster>(
    `select distinct on (c.position, c.name) c.name as "clusterName", n.volume_reach as reach, ${ROOM_GB} as "roomGb"
     from node n join cluster c on c.name = n.cluster_name
     where n.retired_at is null and n.volume_reach is not null and n.volume_gb is not null and c.hidden_at is null
     order by c.position, c.name, n.volume_reach desc, 3 desc`,
  );
}
