import { db } from "~/platform/db.server";
import type { Units } from "~/money/units";
import { type Days, daysBefore } from "~/platform/day-range";

/** A code's redemptions in some days, and their results so far (decision 0185). */
export interface PromoSum {
  code: string;
  name: string;
  redeemed: number;
  /** Redemptions in the same number of days before. */
  before: number;
  /** Credits posted to balances. */
  givenUnits: Units;
  /** Redemptions followed by a settled top-up. */
  toppedUp: number;
  /** Redemptions followed by a subscription; trials do not count. */
  subscribed: number;
}

/** The sums of codes redeemed in these days, most redeemed first. */
export async function sumPromos({ days }: { days: Days }): Promise<PromoSum[]> {
  const earlier = daysBefore(days);
  return await db.query<PromoSum>(
    `with sums as (
       select code, coalesce(sum(redeemed) filter (where day >= $2::date), 0)::int as redeemed,
         coalesce(sum(redeemed) filter (where day < $2::date), 0)::int as before,
         coalesce(sum(given_units) filter (where day >= $2::date), 0)::bigint as given,
         coalesce(sum(topped_up) filter (where day >= $2::date), 0)::int as topped_up,
         coalesce(sum(subscribed) filter (where day >= $2::date), 0)::int as subscribed
       from promo_day where day between $1 and $3 group by code)
     select s.code, p.name, s.redeemed, s.before, s.given as "givenUnits", s.topped_up as "toppedUp", s.subscribed
     from sums s join promo_code p on p.code = s.code
     where s.redeemed > 0 or s.before > 0 order by s.redeemed desc, s.code`,
    [earlier.start, days.start, days.end],
  );
}
