import type { Tx } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { type LockedVolume, lockVolumes } from "./lock-volumes.server";
import { COPIES_OF_VOLUME, VOLUME_USERS } from "~/compute/volume-sql.server";

/** A volume requested for a new task. */
export interface VolumeChoice {
  name: string;
  path: string;
  readOnly: boolean;
}

interface NewTask {
  tenantId: number;
  clusterName: string;
  volumes: readonly VolumeChoice[];
  /** True if the task takes several nodes. */
  isGang: boolean;
}

/**
 * Locks the volumes of a new task, before any node, and keeps them until the commit (17.6). Refuses missing and unpaid
 * ones. Refuses a volume that another task writes to, or that another task has if this one would write. Refuses local
 * volumes that are not all on one node. @throws Refusal M284 to M286, M288, M301, M302.
 */
export async function lockWanted(tx: Tx, task: NewTask): Promise<LockedVolume[]> {
  const { tenantId, clusterName, volumes, isGang } = task;
  if (volumes.length === 0) return [];
  const locked = await lockVolumes(tx, { tenantId, names: volumes.map(({ name }) => name) });
  const byName = new Map(locked.map((volume) => [volume.name, volume]));
  for (const { name, readOnly } of volumes) {
    const volume = byName.get(name);
    if (!volume || volume.clusterName !== clusterName || isGoing(volume)) {
      throw Refusal.ofField("volume", M.unknownVolume({ name }));
    }
    if (volume.state === "unpaid") throw Refusal.ofField("volume", M.volumeUnpaid({ name }));
    if (volume.state === "copying") throw Refusal.ofField("volume", M.volumeNotCopiedYet({ name }));
    await refuseUsed(tx, volume, readOnly);
    if (!readOnly) await refuseCopied(tx, volume, "volume");
  }
  const local = locked.filter(({ reach }) => reach === "local");
  const nodes = new Set(local.flatMap(({ nodeId }) => nodeId ?? []));
  if (nodes.size > 1 || (isGang && local.length > 0)) throw Refusal.ofField("volume", M.volumesOnDifferentNodes);
  return locked;
}

const isGoing = ({ state }: LockedVolume) => state === "deleting" || state === "failed";

/** Refuses changes to a volume while it is copied. @throws Refusal M301 (409), for a field if one is named. */
export async function refuseCopied(tx: Tx, { volumeId, name }: LockedVolume, field?: string): Promise<void> {
  const [copy] = await tx.query<{ name: string }>(
    `select copy.name from volume cross join lateral ${COPIES_OF_VOLUME} copy where volume.volume_id = $1 limit 1`,
    [volumeId],
  );
  if (!copy) return;
  const message = M.volumeIsCopied({ name, copy: copy.name });
  throw field ? Refusal.ofField(field, message) : new Refusal(message, { status: 409 });
}

/** Refuses a used volume: one task may write, or several read. */
async function refuseUsed(tx: Tx, { volumeId, name }: LockedVolume, readOnly: boolean): Promise<void> {
  const [user] = await tx.query<{ name: string }>(
    `select used.task_name as name from volume cross join lateral ${VOLUME_USERS} used
     where volume_id = $1 and not ($2 and used.read_only) limit 1`,
    [volumeId, readOnly],
  );
  if (user) throw Refusal.ofField("volume", M.volumeInUse({ name, task_name: user.name }));
}

/** Links a new task to the volumes that are locked for it. */
export async function attachVolumes(
  tx: Tx,
  { resvGuid, tenantId, volumes }: { resvGuid: string; tenantId: number; volumes: readonly VolumeChoice[] },
): Promise<void> {
  if (volumes.length === 0) return;
  await tx.query(
    `insert into task_volume (resv_guid, volume_id, path, read_only)
     select $1, volume.volume_id, given.path, given.read_only
     from unnest($3::text[], $4::text[], $5::bool[]) as given(name, path, read_only)
     join volume on volume.tenant_id = $2 and volume.name = given.name and volume.state = 'kept'`,
    [
      resvGuid,
      tenantId,
      volumes.map(({ name }) => name),
      volumes.map(({ path }) => path),
      volumes.map(({ readOnly }) => readOnly),
    ],
  );
}

/** Returns what a task with these volumes needs of a node (`NodeNeeds`). */
export function needsOfVolumes(volumes: readonly LockedVolume[]) {
  const local = volumes.filter(({ reach }) => reach === "local");
  return {
    shared: volumes.some(({ reach }) => reach === "shared"),
    nodeId: local.find(({ nodeId }) => nodeId !== null)?.nodeId ?? null,
    localGb: local.reduce((sum, { nodeId, gb }) => (nodeId === null ? sum + gb : sum), 0),
  };
}
