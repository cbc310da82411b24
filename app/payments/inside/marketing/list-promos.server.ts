import { db } from "~/platform/db.server";
import type { StoredPromo } from "./redemption";

/** A promo code, for staff. */
export interface PromoRow extends StoredPromo {
  name: string;
  /** Epoch seconds. */
  created: number;
}

/** Lists all promo codes, newest first. */
export async function listPromos(): Promise<PromoRow[]> {
  return await db.query<PromoRow>(
    `select code, name, kind, value, duration, max_redemptions as "maxRedemptions",
       times_redeemed as "timesRedeemed", expires_at as "expiresAt", disabled_at as "disabledAt",
       floor(extract(epoch from created_at))::float8 as created
     from promo_code order by created_at desc, code`,
  );
}
