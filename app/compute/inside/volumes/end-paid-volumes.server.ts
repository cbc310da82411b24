import type { Tx } from "~/platform/db.server";
import { chargeVolumesUpTo } from "~/money/charge-volumes.server";
import { isSuspended } from "./is-suspended.server";
import { moveVolumes } from "./move-volumes.server";
import { notifyUnpaid } from "./notify-unpaid.server";
import { lockVolumes, type LockedVolume } from "./lock-volumes.server";

/** Locks a tenant's charged volumes. Call it before its nodes and tasks are locked. */
export async function lockPaidVolumes(tx: Tx, tenantId: number): Promise<LockedVolume[]> {
  return await lockVolumes(tx, { tenantId, states: ["kept"] });
}

/**
 * Ends paid volumes after the money ended at a whole second (B8): they are charged up to it, and unpaid from now on
 * (17.4).
 */
export async function endPaidVolumes(
  tx: Tx,
  { volumes, end, now }: { volumes: readonly LockedVolume[]; end: Date; now: Date },
): Promise<void> {
  const [first] = volumes;
  if (!first) return;
  const volumeIds = volumes.map(({ volumeId }) => volumeId);
  await chargeVolumesUpTo(tx, { tenantId: first.tenantId, volumeIds, until: end, now });
  const moved = new Set(await moveVolumes(tx, { volumeIds, to: "unpaid", now }));
  // They could not follow its advice.
  if (await isSuspended(tx, first.tenantId)) return;
  await notifyUnpaid(
    tx,
    volumes.filter(({ volumeId }) => moved.has(volumeId)).map((volume) => ({ ...volume, stateAt: now })),
    14,
    now,
  );
}
