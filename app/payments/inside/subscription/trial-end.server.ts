import type { Queryable } from "~/platform/db.server";

/** Seconds of trial below which it would end before the provider has read the order. */
const MARGIN_S = 60;

/** Finds the end of a tenant's running trial: a subscription that begins in it is charged then (A28). */
export async function findTrialEnd(
  from: Queryable,
  { tenantId, now }: { tenantId: number; now: Date },
): Promise<Date | null> {
  const [trial] = await from.query<{ trialEnd: Date }>(
    `select trial_end as "trialEnd" from trial join user_account u on u.id = trial.user_id
     where u.tenant_id = $1 and trial.ended_at is null
       and trial_end > $2::timestamptz + make_interval(secs => $3)
     order by trial_end desc limit 1`,
    [tenantId, now, MARGIN_S],
  );
  return trial?.trialEnd ?? null;
}
