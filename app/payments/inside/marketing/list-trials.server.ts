import { db } from "~/platform/db.server";

/** A trial, running or ended. */
export interface TrialRow {
  userId: number;
  name: string;
  /** Empty after the account is closed. */
  email: string;
  /** Epoch seconds. */
  trial_start: number;
  trial_end: number;
}

const ROWS_MAX = 500;

/** The newest 500 trials (3.7). */
export async function listTrials(): Promise<TrialRow[]> {
  return await db.query<TrialRow>(
    `select u.id as "userId", u.name, coalesce(u.email, '') as email,
       floor(extract(epoch from t.trial_start))::float8 as trial_start,
       floor(extract(epoch from t.trial_end))::float8 as trial_end
     from trial t join user_account u on u.id = t.user_id
     order by t.trial_start desc, t.user_id desc limit ${ROWS_MAX}`,
  );
}
