import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { chargeVolumesUpTo } from "~/money/charge-volumes.server";
import { lockAccounts } from "~/money/ledger.server";
import { touchBalances } from "~/money/touch-balances.server";
import { failCopiesOf } from "~/compute/end-copy.server";
import type { LockedVolume } from "./lock-volumes.server";
import { moveVolumes } from "./move-volumes.server";
import { NODE_REACHES_VOLUME, VOLUME_HAS_TO_GO } from "~/compute/volume-sql.server";

/**
 * Begins to delete a locked volume without tasks: it is charged up to now. Its nodes are notified. It is deleted once
 * an agent reports that its data is gone, and immediately if it never held data (17.5).
 */
export async function beginDeletion(
  tx: Tx,
  { volume, reason, now }: { volume: LockedVolume; reason: string; now: Date },
): Promise<void> {
  const { volumeId, tenantId, state } = volume;
  const [used] = await tx.query(`select from volume where volume_id = $1 and ${VOLUME_HAS_TO_GO}`, [volumeId]);
  if (used) await notifyNodes(tx, volumeId);
  await failCopiesOf(tx, volumeId, now);
  await lockAccounts(tx, [tenantId], "usd");
  if (state === "kept") await chargeVolumesUpTo(tx, { tenantId, volumeIds: [volumeId], until: now, now });
  await moveVolumes(tx, { volumeIds: [volumeId], to: "deleting", now, reason });
  if (!used) await moveVolumes(tx, { volumeIds: [volumeId], to: "deleted", now, reason });
  await touchBalances(tx, [tenantId]);
}

/** Raises the desired state of the nodes that reach a volume, which notifies their agents. */
async function notifyNodes(tx: Tx, volumeId: string): Promise<void> {
  const nodes = await tx.query<{ id: number }>(
    `update node set desired_version = desired_version + 1 where id in (
       select n.id from node n join volume on ${NODE_REACHES_VOLUME}
       where volume.volume_id = $1 and n.retired_at is null order by n.id for no key update of n)
     returning id`,
    [volumeId],
  );
  await command(
    tx,
    nodes.map(({ id }) => ({ command: "desired" as const, key: String(id) })),
  );
}
