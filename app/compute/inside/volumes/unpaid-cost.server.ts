import type { Queryable } from "~/platform/db.server";
import { volumeUnchargedUnits } from "~/money/charged-volumes.server";

/** Reads what unpaid volumes cost since their last charge, by id: the amount due before they are kept again. */
export async function backlogUnits(
  q: Queryable,
  volumes: readonly { volumeId: string }[],
  now: Date,
): Promise<Map<string, bigint>> {
  const rows = await q.query<{ id: string; units: bigint }>(
    `select volume_id as id, coalesce(${volumeUnchargedUnits("$2")}, 0) as units from volume where volume_id = any($1::uuid[])`,
    [volumes.map(({ volumeId }) => volumeId), now],
  );
  return new Map(rows.map(({ id, units }) => [id, units]));
}
