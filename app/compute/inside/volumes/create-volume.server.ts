import { transaction, type Tx, violates } from "~/platform/db.server";
import { covers } from "~/money/cover";
import { lockAccounts } from "~/money/ledger.server";
import { readAvailable } from "~/money/read-available.server";
import { touchBalances } from "~/money/touch-balances.server";
import { hourCents } from "~/money/volume-cost";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { type KeyedRequest, onceForKey } from "~/platform/once-for-key.server";
import { requireVolumeName, requireVolumeSize } from "./volume-input";
import { lockRoom, requireRoom } from "./volume-room.server";
import { requireLimits } from "./volume-limits.server";
import { volumeSettings } from "~/compute/volume-settings.server";
import { VOLUME_IS_THERE } from "~/compute/volume-sql.server";

export interface VolumeCall {
  tenantId: number;
  userId: number;
  /** The line of the named key that calls (16.11). */
  keyLineId?: number | null | undefined;
  now: Date;
}

interface NewVolume {
  name: string;
  gb: number | undefined;
  clusterName: string;
}

/**
 * Creates a volume, which is charged from the next whole second on (17.1, 17.3); once per idempotency key. @returns its
 * id. @throws Refusal M02, M27, M277 to M282, M289, M308, M340, M432.
 */
export async function createVolume(
  call: VolumeCall & { keyed?: KeyedRequest | null },
  asked: NewVolume,
): Promise<string> {
  const name = requireVolumeName(asked.name);
  const gb = requireVolumeSize(asked.gb);
  const volume = { name, gb, clusterName: asked.clusterName.trim() };
  return await makeVolume(call, name, (tx) => create(tx, call, volume));
}

/** Creates a volume of that name once for its key. @throws Refusal M37, M278. */
export async function makeVolume(
  call: VolumeCall & { keyed?: KeyedRequest | null },
  name: string,
  make: (tx: Tx) => Promise<string>,
): Promise<string> {
  try {
    const { volume_id: id } = await transaction((tx) =>
      onceForKey(tx, call.keyed ?? null, call.now, async () => ({ volume_id: await make(tx) })),
    );
    return id;
  } catch (error) {
    if (!violates(error, "volume_name_of_tenant")) throw error;
    throw Refusal.ofField("name", M.volumeNameTaken({ name }));
  }
}

async function create(
  tx: Tx,
  call: VolumeCall,
  volume: { name: string; gb: number; clusterName: string },
): Promise<string> {
  const { tenantId, userId, keyLineId = null, now } = call;
  await holdRight(tx, call, "volumes.act");
  await requireCluster(tx, volume.clusterName);
  await lockRoom(tx, volume.clusterName);
  const reach = await requireRoom(tx, volume);
  const { gbMonthCents } = volumeSettings();
  await requireFunds(tx, { ...call, monthCents: volume.gb * gbMonthCents });
  const [made] = await tx.query<{ id: string }>(
    `insert into volume (tenant_id, created_by_id, name, cluster_name, gb, gb_month_cents, reach, created_at, state_at, charged_to,
       key_line_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, to_timestamp(ceil(extract(epoch from $8::timestamptz))), $9) returning volume_id as id`,
    [tenantId, userId, volume.name, volume.clusterName, volume.gb, gbMonthCents, reach, now, keyLineId],
  );
  if (!made) throw new Error("the new volume has no id");
  await touchBalances(tx, [tenantId]);
  await requireWithinLimits(tx, tenantId);
  return made.id;
}

async function requireCluster(tx: Tx, clusterName: string): Promise<void> {
  const [cluster] = await tx.query(`select from cluster where name = $1 and hidden_at is null`, [clusterName]);
  if (!cluster) throw Refusal.ofField("cluster_name", M.unknownCluster({ cluster_name: clusterName }));
}

/**
 * Requires money for ten minutes of everything, including the additional monthly cost (S12), and sufficient limits of
 * the member and the key. @throws Refusal M27, M340, M341, M432, M433.
 */
export async function requireFunds(
  tx: Tx,
  asked: VolumeCall & { monthCents: number; volumeId?: string },
): Promise<void> {
  const { tenantId, monthCents, now } = asked;
  await lockAccounts(tx, [tenantId], "usd");
  const funds = (await readAvailable(tx, [tenantId], now)).get(tenantId);
  if (!funds || !covers(funds, hourCents(monthCents))) throw new Refusal(M.balanceTooLow);
  await requireLimits(tx, asked);
}

/** Locks the tenant's row, so that of two requests for the last place one is refused. @throws Refusal M280, M281. */
export async function requireWithinLimits(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(`select id from tenant where id = $1 for no key update`, [tenantId]);
  const [sums] = await tx.query<{ volumes: number; gb: number }>(
    `select count(*)::int as volumes, coalesce(sum(gb), 0)::int as gb from volume where tenant_id = $1 and ${VOLUME_IS_THERE}`,
    [tenantId],
  );
  const { volumesMax, gbMax } = volumeSettings();
  if ((sums?.volumes ?? 0) > volumesMax) throw new Refusal(M.tooManyVolumes({ n: volumesMax }));
  if ((sums?.gb ?? 0) > gbMax) throw Refusal.ofField("gb", M.volumesTooLarge({ gb: gbMax }));
}
