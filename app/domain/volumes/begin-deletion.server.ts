import type { Tx } from "~/db.server";
import { command } from "~/domain/announce.server";
import { chargeVolumesUpTo } from "~/domain/billing/charge-volumes.server";
import { lockAccounts } from "~/domain/billing/ledger.server";
import { touchBalances } from "~/domain/billing/touch-balances.server";
import type { LockedVolume } from "./lock-volumes.server";
import { moveVolumes } from "./move-volumes.server";
import { VOLUME_WAS_USED } from "./volume-sql.server";

/**
 * Begins to delete a locked volume that no task has: charged up to now, and from then on nothing more. Its nodes are told; it is
 * deleted once an agent says that its data is gone, and at once where there never was any (17.5).
 */
export async function beginDeletion(
  tx: Tx,
  { volume, reason, now }: { volume: LockedVolume; reason: string; now: Date },
): Promise<void> {
  const { volumeId, tenantId, state } = volume;
  const [used] = await tx.query(`select from volume where volume_id = $1 and ${VOLUME_WAS_USED}`, [volumeId]);
  if (used) await tellNodes(tx, volumeId);
  await lockAccounts(tx, [tenantId], "usd");
  if (state === "kept") await chargeVolumesUpTo(tx, { tenantId, volumeIds: [volumeId], until: now, now });
  await moveVolumes(tx, { volumeIds: [volumeId], to: "deleting", now, reason });
  if (!used) await moveVolumes(tx, { volumeIds: [volumeId], to: "deleted", now, reason });
  await touchBalances(tx, [tenantId]);
}

/** Raises the desired state of the nodes that reach a volume, whose agents then hear of it. */
async function tellNodes(tx: Tx, volumeId: string): Promise<void> {
  const nodes = await tx.query<{ id: number }>(
    `update node set desired_version = desired_version + 1 where id in (
       select node.id from node join volume on case volume.reach when 'local' then node.id = volume.node_id
         else node.cluster_name = volume.cluster_name and node.volume_reach = 'shared' end
       where volume.volume_id = $1 and node.retired_at is null order by node.id for no key update of node)
     returning id`,
    [volumeId],
  );
  await command(
    tx,
    nodes.map(({ id }) => ({ command: "desired" as const, key: String(id) })),
  );
}
