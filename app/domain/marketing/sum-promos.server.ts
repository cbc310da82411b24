import { db } from "~/db.server";
import type { Units } from "~/domain/billing/units";
import { type Days, daysBefore } from "~/domain/day-range";

/** What a code brought: its redemptions of some days, and what came of them until now (decision 0185). */
export interface PromoSum {
  code: string;
  name: string;
  redeemed: number;
  /** In as many days just before. */
  before: number;
  /** Added to balances, as posted. */
  givenUnits: Units;
  /** With a settled top-up after the redemption. */
  toppedUp: number;
  /** Who began a subscription after it; a trial is none. */
  subscribed: number;
}

/** Of each code that was redeemed in these days, the most redeemed first. */
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
