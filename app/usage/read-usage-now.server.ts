import { db } from "~/platform/db.server";

const WEEK_MS = 7 * 86_400_000;
/** Minutes over which the lag is measured, as on the Ingestion screen. */
const LAG_MINUTES = 5;

interface Used {
  calls: number;
  coins: number;
}

/** Model usage of the day so far, in UTC. */
export interface UsageNow {
  today: Used;
  /** Usage of the same weekday a week before, up to the present minute. */
  before: Used;
  /** Events sent today. */
  sent: number;
  rejected: number;
  /** Average delay between `ts` and arrival, over events of the last 5 minutes; null without events. */
  lagMs: number | null;
}

/** Reads only sums. Minutes are kept for 8 days, so the week before is known to the minute. */
export async function readUsageNow({ now }: { now: Date }): Promise<UsageNow> {
  const [today, before, intake] = await Promise.all([readToday(now), readBefore(now), readIntake(now)]);
  return { today, before, ...intake };
}

async function readToday(now: Date): Promise<Used> {
  const [used] = await db.query<Used>(
    `select coalesce(sum(calls::float8), 0) as calls, coalesce(sum(coins::float8), 0) as coins from usage_by_model
     where grain = 'day' and at = date_trunc('day', $1::timestamptz, 'UTC')`,
    [now],
  );
  return used ?? { calls: 0, coins: 0 };
}

/** Reads whole hours, and the minutes of the present one. */
async function readBefore(now: Date): Promise<Used> {
  const [used] = await db.query<Used>(
    `select coalesce(sum(calls::float8), 0) as calls, coalesce(sum(coins::float8), 0) as coins from (
       select calls, coins from usage_by_model
       where grain = 'hour' and at >= date_trunc('day', $1::timestamptz, 'UTC') and at < date_trunc('hour', $1::timestamptz, 'UTC')
       union all
       select calls, coins from usage_by_model
       where grain = 'minute' and at >= date_trunc('hour', $1::timestamptz, 'UTC') and at < date_trunc('minute', $1::timestamptz)
     ) parts`,
    [new Date(now.getTime() - WEEK_MS)],
  );
  return used ?? { calls: 0, coins: 0 };
}

async function readIntake(now: Date): Promise<Pick<UsageNow, "sent" | "rejected" | "lagMs">> {
  const [intake] = await db.query<Pick<UsageNow, "sent" | "rejected" | "lagMs">>(
    `select coalesce(sum(day.accepted + day.duplicates + day.rejected), 0)::float8 as sent,
       coalesce(sum(day.rejected), 0)::float8 as rejected,
       (sum(day.recent_lag) / nullif(sum(day.recent), 0))::float8 as "lagMs"
     from usage_source s cross join lateral (
       select sum(i.accepted) as accepted, sum(i.duplicates) as duplicates, sum(i.rejected) as rejected,
         sum(i.accepted) filter (where i.minute > $1::timestamptz - ${LAG_MINUTES} * interval '1 minute') as recent,
         sum(i.lag_ms) filter (where i.minute > $1::timestamptz - ${LAG_MINUTES} * interval '1 minute') as recent_lag
       from usage_intake i where i.source_id = s.id and i.minute >= date_trunc('day', $1::timestamptz, 'UTC') and i.minute <= $1) day`,
    [now],
  );
  return intake ?? { sent: 0, rejected: 0, lagMs: null };
}
