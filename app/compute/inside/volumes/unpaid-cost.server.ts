import type { Queryable } from "~/platform/db.server";
import { type ChargedVolume, volumeCost } from "~/money/volume-cost";

/** Reads what unpaid volumes cost since their last charge, by id: the amount due before they are kept again. */
export async function backlogUnits(
  q: Queryable,
  volumes: readonly { volumeId: string }[],
  now: Date,
): Promise<Map<string, bigint>> {
  const rows = await q.query<ChargedVolume & { id: string }>(
    `select volume_id as id, gb::bigint * gb_month_cents as "monthCents", charged_weight as weight,
       extract(epoch from charged_to)::float8 as from
     from volume where volume_id = any($1::uuid[])`,
    [volumes.map(({ volumeId }) => volumeId)],
  );
  const second = Math.floor(now.getTime() / 1000);
  return new Map(rows.map(({ id, ...volume }) => [id, volumeCost(volume, second)]));
}
