import type { Queryable } from "~/platform/db.server";
import type { ChargedVolume } from "./volume-cost";

/**
 * True if the volume, alias `volume`, is charged. An unpaid one is charged for its unpaid time later, once there is
 * money.
 */
export const VOLUME_IS_CHARGED = `volume.state = 'kept'`;

/** Alias `volume`: cents a month. */
export const VOLUME_MONTH_CENTS = `(volume.gb::bigint * volume.gb_month_cents)`;

/** Units of cents a month × seconds (`unitsOfWeight`). */
export const unitsOfWeightSql = (weight: string) => `((${weight}) / 730)`;

/** Uncharged units of one volume, alias `volume`, up to the present, in whole seconds (`volumeCost`). */
export const volumeUnchargedUnits = (
  now: `$${number}`,
) => `(${unitsOfWeightSql(`volume.charged_weight + ${VOLUME_MONTH_CENTS}
  * greatest(0, floor(extract(epoch from ${now}::timestamptz)) - extract(epoch from volume.charged_to))::bigint`)}
  - ${unitsOfWeightSql("volume.charged_weight")})`;

/** Lists all volumes of a tenant that cost money. */
export async function readChargedVolumes(q: Queryable, tenantId: number): Promise<ChargedVolume[]> {
  return await q.query<ChargedVolume>(
    `select ${VOLUME_MONTH_CENTS} as "monthCents", charged_weight as weight, extract(epoch from charged_to)::float8 as from
     from volume where tenant_id = $1 and ${VOLUME_IS_CHARGED}`,
    [tenantId],
  );
}
