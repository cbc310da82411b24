import type { Tx } from "~/platform/db.server";
import { statesBefore, type VolumeState } from "~/compute/volume-states";

interface Move {
  volumeIds: readonly string[];
  to: VolumeState;
  now: Date;
  reason?: string;
}

/**
 * Moves volumes to a state; no other function does (17.2). Skips volumes whose state does not allow it. An unpaid one
 * gets its first warning with the state, and a complete copy is charged from the next whole second on (17.8). @returns
 * those that moved now.
 */
export async function moveVolumes(tx: Tx, { volumeIds, to, now, reason = "" }: Move): Promise<string[]> {
  if (volumeIds.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `update volume set state = $2, state_at = $3, reason = $4,
       warned_days = case when $2 = 'unpaid' then 14 end, warned_at = case when $2 = 'unpaid' then $3::timestamptz end,
       charged_to = case when state = 'copying' then to_timestamp(ceil(extract(epoch from $3::timestamptz))) else charged_to end,
       copy_node_id = case when $2 = 'kept' then null else copy_node_id end
     where volume_id in (select volume_id from volume where volume_id = any($1::uuid[]) and state = any($5::text[])
       order by volume_id for no key update)
     returning volume_id as id`,
    [volumeIds, to, now, reason, statesBefore(to)],
  );
  return rows.map(({ id }) => id);
}
