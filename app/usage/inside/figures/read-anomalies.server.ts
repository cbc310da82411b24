import { db } from "~/platform/db.server";

/** Users and models with far more calls in the last full hour than is usual for that hour of the day. */
export interface Anomaly {
  what: "model" | "user";
  name: string;
  calls: number;
  /** The median of that hour over the days before; a day without calls counts 0. */
  usual: number;
}

export const ANOMALY_TIMES = 5;
export const ANOMALY_CALLS = 50;
export const ANOMALY_DAYS = 14;
const SHOWN = 20;

/** The rule, in the words shown with its results. */
export const ANOMALY_RULE = `More than ${ANOMALY_TIMES} times the median of the same hour of the ${ANOMALY_DAYS} days before, and at least ${ANOMALY_CALLS} calls.`;

/** The hour that is checked: the last one that is over and whose late events had time to arrive. */
export function anomalyHour(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 3_600_000 - 1) * 3_600_000);
}

/** Applies the rule, most calls first. Only names with enough calls in that hour are compared with earlier days. */
export async function listAnomalies({ now }: { now: Date }): Promise<Anomaly[]> {
  const values = [anomalyHour(now), ANOMALY_CALLS, ANOMALY_DAYS, ANOMALY_TIMES, SHOWN];
  const [models, users] = await Promise.all([
    db.query<{ name: string; calls: number; usual: number }>(
      `with busy as (
         select model_id, sum(calls) as calls from usage_by_model where grain = 'hour' and at = $1
         group by 1 having sum(calls) >= $2
       ), usual as (
         select busy.model_id, busy.calls, percentile_cont(0.5) within group (order by coalesce(past.calls, 0)::float8) as usual
         from busy cross join generate_series(1, $3::int) as back(days) left join lateral (
           select sum(b.calls) as calls from usage_by_model b where b.grain = 'hour'
             and b.at = $1::timestamptz - make_interval(days => back.days) and b.model_id = busy.model_id) past on true
         group by 1, 2
       )
       select m.name, u.calls::float8 as calls, coalesce(u.usual, 0) as usual from usual u join usage_model m on m.id = u.model_id
       where u.calls > $4 * coalesce(u.usual, 0) order by u.calls desc, m.name limit $5`,
      values,
    ),
    db.query<{ name: string; calls: number; usual: number }>(
      `with busy as materialized (
         select user_id, sum(calls) as calls from usage_by_user where grain = 'hour' and at = $1
         group by 1 having sum(calls) >= $2 order by 2 desc limit 50
       ), usual as (
         select busy.user_id, busy.calls, percentile_cont(0.5) within group (order by coalesce(past.calls, 0)::float8) as usual
         from busy cross join generate_series(1, $3::int) as back(days) left join lateral (
           select sum(b.calls) as calls from usage_by_user b
           where b.grain = 'hour' and b.at = $1::timestamptz - make_interval(days => back.days) and b.user_id = busy.user_id) past on true
         group by 1, 2
       )
       select coalesce(a.email, t.tenant_name) as name, u.calls::float8 as calls, coalesce(u.usual, 0) as usual
       from usual u join user_account a on a.id = u.user_id join tenant t on t.id = a.tenant_id
       where u.calls > $4 * coalesce(u.usual, 0) order by u.calls desc, a.id limit $5`,
      values,
    ),
  ]);
  const found = [
    ...models.map((one) => ({ what: "model" as const, ...one })),
    ...users.map((one) => ({ what: "user" as const, ...one })),
  ];
  return found.sort((one, other) => other.calls - one.calls);
}
