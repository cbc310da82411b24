import { db } from "~/platform/db.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { aNode, type NodeInWorld } from "../../../support/world";

/** A node that runs containers and keeps volumes. */
export async function aKeepingNode(
  given: Parameters<typeof aNode>[0] & { reach?: "shared" | "local"; roomGb?: number } = {},
): Promise<NodeInWorld> {
  const { reach = "shared", roomGb = 100_000, ...node } = given;
  const made = await aNode(node);
  await db.query(`update node set runtime = 'container', volume_reach = $2, volume_gb = $3 where id = $1`, [
    made.nodeId,
    reach,
    roomGb,
  ]);
  return made;
}

let counter = 0;

export async function aVolume(given: {
  tenantId: number;
  userId: number;
  now: Date;
  gb?: number;
  name?: string;
  cluster?: string;
}): Promise<string> {
  const { tenantId, userId, now, gb = 100, name = `volume-${(counter += 1)}`, cluster = "fra1" } = given;
  return await createVolume({ tenantId, userId, now }, { name, gb, clusterName: cluster });
}

interface VolumeRow {
  state: string;
  reason: string;
  gb: number;
  charged_to: Date;
  charged_weight: bigint;
  warned_days: number | null;
  node_id: number | null;
  reach: string;
}

export async function volumeOf(volumeId: string): Promise<VolumeRow> {
  const [row] = await db.query<VolumeRow>(`select * from volume where volume_id = $1`, [volumeId]);
  if (!row) throw new Error("no such volume");
  return row;
}

/** Units that the ledger charged for a volume. */
export async function takenFor(volumeId: string): Promise<bigint> {
  const [row] = await db.query<{ units: bigint }>(
    `select coalesce(sum(units), 0)::bigint as units from volume_charge where volume_id = $1`,
    [volumeId],
  );
  return row?.units ?? 0n;
}
