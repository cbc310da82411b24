import { db } from "~/platform/db.server";

/** Counts codes that can be redeemed at `now`, and running trials. */
export async function countMarketing({ now }: { now: Date }): Promise<{ codes: number; trials: number }> {
  const [row] = await db.query<{ codes: number; trials: number }>(
    `select (select count(*) from promo_code where disabled_at is null and (expires_at is null or expires_at > $1)
         and (max_redemptions is null or times_redeemed < max_redemptions))::int as codes,
       (select count(*) from trial where ended_at is null and trial_end > $1)::int as trials`,
    [now],
  );
  return row ?? { codes: 0, trials: 0 };
}
