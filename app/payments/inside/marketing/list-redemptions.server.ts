import { db } from "~/platform/db.server";
import type { Units } from "~/money/units";
import { type Days, momentsOf } from "~/platform/day-range";

/** A use of a code, and its result. */
export interface RedemptionRow {
  tenantId: number;
  userId: number;
  name: string;
  tenantName: string;
  at: Date;
  givenUnits: Units;
  toppedUpAt: Date | null;
  subscribedAt: Date | null;
}

interface Wanted {
  code: string;
  days: Days;
  /** Returns only rows after this one. */
  after?: RedemptionRow | null;
  offset?: number;
  limit: number;
}

/** Redemptions of a code in these days, newest first. */
export async function listRedemptions({ code, days, after = null, offset = 0, limit }: Wanted) {
  const { from, until } = momentsOf(days);
  return await db.query<RedemptionRow>(
    `select r.tenant_id as "tenantId", r.user_id as "userId", u.name, t.tenant_name as "tenantName", r.at,
       r.given_units as "givenUnits", r.topped_up_at as "toppedUpAt", r.subscribed_at as "subscribedAt"
     from (
       select * from promo_redemption
       where code = $1 and at >= $2 and at < $3
         and ($4::timestamptz is null or (at, tenant_id) < ($4::timestamptz, $5::int))
       order by at desc, tenant_id desc limit $6 offset $7) r
     join tenant t on t.id = r.tenant_id join user_account u on u.id = r.user_id
     order by r.at desc, r.tenant_id desc`,
    [code, from, until, after?.at ?? null, after?.tenantId ?? null, limit, offset],
  );
}
