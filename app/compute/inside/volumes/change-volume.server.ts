import { transaction, type Tx } from "~/platform/db.server";
import { chargeVolumesUpTo } from "~/money/charge-volumes.server";
import { touchBalances } from "~/money/touch-balances.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { beginDeletion } from "./begin-deletion.server";
import { requireFunds, requireWithinLimits, type VolumeCall } from "./create-volume.server";
import { refuseCopied } from "./attach-volumes.server";
import { lockVolumes, type LockedVolume } from "./lock-volumes.server";
import { requireVolumeSize } from "./volume-input";
import { lockRoom, requireMoreRoom } from "./volume-room.server";
import { VOLUME_KEEPERS } from "~/compute/volume-sql.server";

type OwnVolume = Pick<VolumeCall, "tenantId" | "now"> & { volumeId: string };

/**
 * Enlarges a volume: charged at its old size up to now, and at its new one from now on (17.3). A repeated size changes
 * nothing. @throws Refusal M02, M04 (404), M27, M279, M281, M282, M283, M286, M308, M340, M341, M432, M433.
 */
export async function growVolume(
  given: OwnVolume & Pick<VolumeCall, "userId" | "keyLineId"> & { gb: number | undefined },
): Promise<void> {
  const gb = requireVolumeSize(given.gb);
  await transaction(async (tx) => {
    await holdRight(tx, given, "volumes.act");
    await lockRoom(tx, await clusterOf(tx, given));
    const volume = await lockOwn(tx, given);
    refuseUnfinished(volume);
    if (volume.state === "unpaid") throw new Refusal(M.volumeUnpaid({ name: volume.name }));
    if (gb === volume.gb) return;
    if (gb < volume.gb) throw Refusal.ofField("gb", M.volumeNeverShrinks({ gb: volume.gb }));
    await grow(tx, volume, gb, given);
  });
}

async function grow(
  tx: Tx,
  volume: LockedVolume,
  gb: number,
  { userId, keyLineId, now }: Omit<VolumeCall, "tenantId">,
): Promise<void> {
  const { tenantId, volumeId, gbMonthCents } = volume;
  const moreGb = gb - volume.gb;
  await requireMoreRoom(tx, { ...volume, moreGb });
  await requireFunds(tx, { tenantId, userId, keyLineId, monthCents: moreGb * gbMonthCents, volumeId, now });
  await chargeVolumesUpTo(tx, { tenantId, volumeIds: [volumeId], until: now, now });
  await tx.query(`update volume set gb = $2 where volume_id = $1`, [volumeId, gb]);
  await touchBalances(tx, [tenantId]);
  await requireWithinLimits(tx, tenantId);
}

/**
 * Deletes a volume that no task keeps, with its data (17.5). Its cost up to now is charged, but not the unpaid time of an
 * unpaid one. A copy in progress is stopped. Idempotent. @throws Refusal M02, M04 (404), M284, M301 (409).
 */
export async function deleteVolume(given: OwnVolume & Pick<VolumeCall, "userId">): Promise<void> {
  await transaction(async (tx) => {
    await holdRight(tx, given, "volumes.act");
    const volume = await lockOwn(tx, given, { deleting: true });
    if (volume.state === "deleting") return;
    const [user] = await tx.query<{ name: string }>(
      `select used.task_name as name from volume cross join lateral ${VOLUME_KEEPERS} used where volume_id = $1 limit 1`,
      [volume.volumeId],
    );
    if (user) throw new Refusal(M.volumeInUse({ name: volume.name, task_name: user.name }), { status: 409 });
    await refuseCopied(tx, volume);
    await beginDeletion(tx, { volume, reason: "deleted by you", now: given.now });
  });
}

/** Refuses volumes that are still being copied, or whose copy failed. @throws Refusal M302, M04. */
export function refuseUnfinished({ name, state }: LockedVolume): void {
  if (state === "copying") throw new Refusal(M.volumeNotCopiedYet({ name }), { status: 409 });
  if (state === "failed") throw new Refusal(M.notFound, { status: 404 });
}

/** Finds the cluster of a volume. @throws Refusal M04. */
export async function clusterOf(tx: Tx, { tenantId, volumeId }: OwnVolume): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    `select cluster_name as name from volume where volume_id = $1 and tenant_id = $2`,
    [volumeId, tenantId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  return row.name;
}

/** Locks a volume of the tenant. @throws Refusal M04. */
export async function lockOwn(
  tx: Tx,
  { tenantId, volumeId }: OwnVolume,
  { deleting = false } = {},
): Promise<LockedVolume> {
  const [volume] = await lockVolumes(tx, { tenantId, volumeIds: [volumeId] });
  if (!volume || (volume.state === "deleting" && !deleting)) throw new Refusal(M.notFound, { status: 404 });
  return volume;
}
