import { db } from "~/platform/db.server";
import { writing } from "./inside/telemetry/telemetry-sql";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time after its end by which all reports of an hour are written. */
const LATE_MS = 3 * 60_000;

/**
 * Rolls up minutes into hours, and hours into days. Each hour and day that is over and later than the last one is made
 * from all its rows, so a run that was interrupted is continued by the next one, and counts nothing twice.
 */
export async function rollUpTelemetry({ now }: { now: Date }): Promise<void> {
  const until = now.getTime() - LATE_MS;
  for (const at of await readHoursToMake(new Date(Math.floor(until / HOUR_MS) * HOUR_MS)))
    await db.query(
      `with shorter as materialized (
         select node_id, date_trunc('hour', at, 'UTC') as at, samples, node, gpus, errors from telemetry_minute
         where at >= $1 and at < $1::timestamptz + interval '1 hour'
       )
       ${writing("telemetry_hour", "shorter")}`,
      [at],
    );
  for (const at of await readDaysToMake(new Date(Math.floor(until / DAY_MS) * DAY_MS)))
    await db.query(
      `with shorter as materialized (
         select node_id, date_trunc('day', at, 'UTC') as at, samples, node, gpus, errors from telemetry_hour
         where at >= $1 and at < $1::timestamptz + interval '24 hours'
       )
       ${writing("telemetry_day", "shorter")}`,
      [at],
    );
}

/** Hours before `until` that have minutes and are later than the last hour, oldest first. */
async function readHoursToMake(until: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>(
    `select h.at from generate_series((select date_trunc('hour', min(at), 'UTC') from telemetry_minute
         where at >= coalesce((select max(at) from telemetry_hour) + interval '1 hour', '-infinity')),
       $1::timestamptz - interval '1 hour', interval '1 hour') as h(at)
     where exists (select from telemetry_minute m where m.at >= h.at and m.at < h.at + interval '1 hour') order by h.at`,
    [until],
  );
  return rows.map(({ at }) => at);
}

async function readDaysToMake(until: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>(
    `select d.at from generate_series((select date_trunc('day', min(at), 'UTC') from telemetry_hour
         where at >= coalesce((select max(at) from telemetry_day) + interval '24 hours', '-infinity')),
       $1::timestamptz - interval '24 hours', interval '24 hours') as d(at)
     where exists (select from telemetry_hour h where h.at >= d.at and h.at < d.at + interval '24 hours') order by d.at`,
    [until],
  );
  return rows.map(({ at }) => at);
}

/** Deletes minutes after 24 hours, hours after 30 days and days after 13 months. Whole hours go, once they are over. */
export async function pruneTelemetry({ now }: { now: Date }): Promise<void> {
  await db.query(
    `delete from telemetry_minute where at < date_trunc('hour', $1::timestamptz, 'UTC') - interval '24 hours'`,
    [now],
  );
  await db.query(
    `delete from telemetry_hour where at < date_trunc('day', $1::timestamptz, 'UTC') - interval '30 days'`,
    [now],
  );
  await db.query(
    `delete from telemetry_day where at < date_trunc('day', $1::timestamptz, 'UTC') - interval '13 months'`,
    [now],
  );
}
