import { db } from "~/platform/db.server";
import { asUnits, unitsToDollars4 } from "~/money/units";

/** Charges of a task within one hour of the clock. */
export interface CostHour {
  /** Epoch seconds at which the hour begins. */
  ts: number;
  seconds: number;
  dollars: number;
}

/** Hours of cost that are shown, up to the last charged second. */
export const COST_HOURS = 7 * 24;
const HOUR_MS = 3_600_000;

/**
 * The last hours of a task with a charge, newest first (4.3). Its statement has all earlier ones. An interval that
 * spans two hours counts in each by its seconds there. The caller has checked the owner of the task.
 */
export async function readTaskCost({ resvGuid, until }: { resvGuid: string; until: Date }): Promise<CostHour[]> {
  const rows = await db.query<{ ts: number; seconds: number; units: bigint }>(
    `select extract(epoch from hour.at)::float8 as ts,
       sum(extract(epoch from least(charge.to_ts, hour.at + interval '1 hour') - greatest(charge.from_ts, hour.at)))::int as seconds,
       round(sum(charge.units * extract(epoch from least(charge.to_ts, hour.at + interval '1 hour')
         - greatest(charge.from_ts, hour.at)) / extract(epoch from charge.to_ts - charge.from_ts)))::bigint as units
     from task_charge charge
     cross join lateral generate_series(date_trunc('hour', charge.from_ts, 'UTC'),
       date_trunc('hour', charge.to_ts - interval '1 second', 'UTC'), interval '1 hour') as hour(at)
     where charge.resv_guid = $1 and charge.from_ts >= $2 and charge.to_ts > charge.from_ts
     group by hour.at order by hour.at desc`,
    [resvGuid, new Date(until.getTime() - COST_HOURS * HOUR_MS)],
  );
  return rows.map(({ ts, seconds, units }) => ({ ts, seconds, dollars: unitsToDollars4(asUnits(units)) }));
}
