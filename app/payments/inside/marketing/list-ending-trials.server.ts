import { db } from "~/platform/db.server";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A trial that ends soon, and what its user needs to stay. */
export interface EndingTrial {
  userId: number;
  name: string;
  /** Empty after the account is closed. */
  email: string;
  trialEnd: Date;
  /** Remaining days, including the current one. */
  daysLeft: number;
  /** True if a card is saved; `toppedUp` is true if a top-up has settled. */
  card: boolean;
  toppedUp: boolean;
}

/** Trials that end within 7 days of `now`, the next one first. */
export async function listEndingTrials(given: {
  now: Date;
  /** Returns only rows after this one. */
  after?: EndingTrial | null;
  offset?: number;
  limit: number;
}): Promise<EndingTrial[]> {
  const { now, after = null, offset = 0, limit } = given;
  const rows = await db.query<Omit<EndingTrial, "daysLeft">>(
    `select u.id as "userId", u.name, coalesce(u.email, '') as email, t.trial_end as "trialEnd",
       exists (select from card c where c.tenant_id = u.tenant_id and c.removed_at is null) as card,
       exists (select from sign_up s where s.user_id = u.id and s.first_topup_at is not null) as "toppedUp"
     from trial t join user_account u on u.id = t.user_id
     where t.ended_at is null and t.trial_end > $1 and t.trial_end <= $2
       and ($3::timestamptz is null or (t.trial_end, t.user_id) > ($3::timestamptz, $4::int))
     order by t.trial_end, t.user_id limit $5 offset $6`,
    [now, weekFrom(now), after?.trialEnd ?? null, after?.userId ?? null, limit, offset],
  );
  return rows.map((row) => ({ ...row, daysLeft: Math.ceil((row.trialEnd.getTime() - now.getTime()) / DAY_MS) }));
}

export async function countEndingTrials({ now }: { now: Date }): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from trial where ended_at is null and trial_end > $1 and trial_end <= $2`,
    [now, weekFrom(now)],
  );
  return row?.count ?? 0;
}

function weekFrom(now: Date): Date {
  return new Date(now.getTime() + WEEK_MS);
}
