import type { Queryable } from "~/platform/db.server";
import { daysBack, eachDay } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import type { Unposted } from "~/money/shown-money";
import { printed } from "./statement/printed";
import { UNITS_PER_CENT, UNITS_PER_DOLLAR } from "~/money/units";

/** Ranges of the screen, in days. */
export const SPEND_DAYS = [30, 90] as const;
export type SpendDays = (typeof SPEND_DAYS)[number];

export interface Spend {
  /** Whole cents per day, oldest first. The days add up to the total, and so do tasks and volumes. */
  days: { day: string; cents: number }[];
  /** The tasks that cost most, largest first; the first ones with their dollars per day. */
  tasks: { resvGuid: string; name: string; cents: number; dollarsByDay: number[] | null }[];
  /** The cost and number of all other tasks. */
  others: { count: number; cents: number };
  /** The cost and number of volumes and their dollars per day; null if none was charged. */
  volumes: { count: number; cents: number; dollarsByDay: number[] } | null;
  totalCents: number;
}

/** As many as fit next to the chart without scrolling. */
const TASKS_SHOWN = 7;
/** Number of tasks with their own colour in the chart. */
const TASKS_DRAWN = 6;

interface Asked {
  tenantId: number;
  days: SpendDays;
  /** Unposted charges; today's, as if posted now. */
  unposted: readonly Unposted[];
  now: Date;
}

/**
 * The cost of a tenant's tasks and volumes in the last days, today included, by day and by task. Adds unposted charges
 * to the sums of posted ones. `q` is a snapshot, so both are as of the same time.
 */
export async function readSpend(asked: Asked, q: Queryable): Promise<Spend> {
  const { tenantId, days: count, unposted, now } = asked;
  const range = daysBack(count, now);
  const more = [unposted.map(({ resvGuid }) => resvGuid), unposted.map(({ units }) => units)];
  const values = [tenantId, range.start, range.end];
  const ofDays = await q.query<{ day: string; units: bigint }>(BY_DAY, values);
  const ofTasks = await q.query<TaskSum>(BY_TASK, [...values, TASKS_SHOWN, ...more]);
  const drawn = await q.query<DayOfTask>(DRAWN, [...values, TASKS_DRAWN, ...more]);
  const ofVolumes = await q.query<DayOfVolumes>(VOLUMES, values);
  const unitsOf = new Map(ofDays.map(({ day, units }) => [day, units]));
  for (const { units } of unposted) unitsOf.set(range.end, (unitsOf.get(range.end) ?? 0n) + units);
  for (const { day, units } of ofVolumes) unitsOf.set(day, (unitsOf.get(day) ?? 0n) + units);
  const dayNames = eachDay(range);
  const byDay = inCents(dayNames.map((day) => unitsOf.get(day) ?? 0n));
  const volumeUnits = ofVolumes.reduce((sum, { units }) => sum + units, 0n);
  const byTask = inCents([...ofTasks.map(({ units }) => units), volumeUnits]);
  const seriesOf = groupBy(drawn, ({ resvGuid }) => resvGuid);
  const placed = ofTasks.map((task, place) => ({ ...task, cents: byTask[place] ?? 0 }));
  const rest = placed.find(({ resvGuid }) => resvGuid === null);
  return {
    days: dayNames.map((day, place) => ({ day, cents: byDay[place] ?? 0 })),
    tasks: placed.flatMap(({ resvGuid, name, cents }) => {
      if (resvGuid === null) return [];
      const series = seriesOf.get(resvGuid);
      return [{ resvGuid, name, cents, dollarsByDay: series ? alongDays(dayNames, series) : null }];
    }),
    others: { count: rest?.count ?? 0, cents: rest?.cents ?? 0 },
    volumes: ofVolumes.length
      ? {
          count: new Set(ofVolumes.flatMap(({ volumes }) => volumes)).size,
          cents: byTask.at(-1) ?? 0,
          dollarsByDay: alongDays(dayNames, ofVolumes),
        }
      : null,
    totalCents: byDay.reduce((sum, cents) => sum + cents, 0),
  };
}

interface DayOfTask {
  day: string;
  resvGuid: string;
  units: bigint;
}

interface DayOfVolumes {
  day: string;
  units: bigint;
  volumes: string[];
}

interface TaskSum {
  /** Null: all tasks that are not listed. */
  resvGuid: string | null;
  name: string;
  units: bigint;
  count: number;
  /** Rank by cost. */
  place: bigint;
}

/** Rounds so that the parts add up to their rounded total. */
function inCents(units: readonly bigint[]): number[] {
  return printed(0n, units, UNITS_PER_CENT).lines.map(Number);
}

function alongDays(days: readonly string[], series: readonly Pick<DayOfTask, "day" | "units">[]): number[] {
  const unitsOf = new Map(series.map(({ day, units }) => [day, units]));
  return days.map((day) => Number(unitsOf.get(day) ?? 0n) / Number(UNITS_PER_DOLLAR));
}

const BY_DAY = `
  select to_char(day, 'YYYY-MM-DD') as day, -units as units from ledger_day
  where tenant_id = $1 and unit = 'usd' and kind = 'task' and day between $2 and $3`;

/** Counts volumes by the day charged, which is posted just after midnight. */
const VOLUMES = `
  select to_char((to_ts - interval '1 second') at time zone 'UTC', 'YYYY-MM-DD') as day, sum(units)::bigint as units,
    array_agg(distinct charge.volume_id::text) as volumes
  from volume_charge charge join volume using (volume_id)
  where tenant_id = $1 and to_ts > ($2::date)::timestamp at time zone 'UTC'
    and to_ts <= ($3::date + 1)::timestamp at time zone 'UTC' and units > 0
  group by 1`;

/** Reads a range of the primary key of task_day, adds unposted charges, and orders tasks by cost. */
const PLACED = `sums as (
    select resv_guid, day, units from task_day where tenant_id = $1 and day between $2 and $3
    union all select resv_guid, $3::date, units from unnest($5::uuid[], $6::bigint[]) as unposted(resv_guid, units)
  ), placed as (
    select resv_guid, sum(units)::bigint as units, row_number() over (order by sum(units) desc, resv_guid) as place
    from sums group by resv_guid having sum(units) > 0
  )`;

const BY_TASK = `
  with ${PLACED}
  select placed.resv_guid as "resvGuid", task.task_name as name, placed.units, 1 as count, placed.place
  from placed join task using (resv_guid) where placed.place <= $4
  union all
  select null, '', sum(units)::bigint, count(*)::int, $4::int + 1 from placed where place > $4 having count(*) > 0
  order by place`;

const DRAWN = `
  with ${PLACED}
  select to_char(sums.day, 'YYYY-MM-DD') as day, sums.resv_guid as "resvGuid", sum(sums.units)::bigint as units
  from sums join placed using (resv_guid) where placed.place <= $4 group by sums.day, sums.resv_guid`;
