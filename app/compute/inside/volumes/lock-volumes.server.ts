import type { Tx } from "~/platform/db.server";
import type { VolumeState } from "~/compute/volume-states";

export interface LockedVolume {
  volumeId: string;
  tenantId: number;
  name: string;
  clusterName: string;
  gb: number;
  gbMonthCents: number;
  reach: "shared" | "local";
  nodeId: number | null;
  state: VolumeState;
  stateAt: Date;
  warnedDays: number | null;
  warnedAt: Date | null;
}

const COLUMNS = `volume_id as "volumeId", tenant_id as "tenantId", name, cluster_name as "clusterName", gb,
  gb_month_cents as "gbMonthCents", reach, node_id as "nodeId", state, state_at as "stateAt",
  warned_days as "warnedDays", warned_at as "warnedAt"`;

interface Which {
  tenantId: number;
  /** Filters; null or omitted matches all. */
  volumeIds?: readonly string[] | null;
  names?: readonly string[] | null;
  states?: readonly VolumeState[] | null;
}

/** Locks volumes of a tenant that are not deleted, ascending by id. */
export async function lockVolumes(
  tx: Tx,
  { tenantId, volumeIds = null, names = null, states = null }: Which,
): Promise<LockedVolume[]> {
  return await tx.query<LockedVolume>(
    `select ${COLUMNS} from volume where tenant_id = $1 and state <> 'deleted'
       and ($2::text[] is null or name = any($2::text[])) and ($3::text[] is null or state = any($3::text[]))
       and ($4::uuid[] is null or volume_id = any($4::uuid[]))
     order by volume_id for no key update`,
    [tenantId, names, states, volumeIds],
  );
}
