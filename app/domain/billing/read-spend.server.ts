import { db } from "~/db.server";
import { daysBack, eachDay } from "~/domain/day-range";
import { groupBy } from "~/domain/group-by";
import { printed } from "./statement/printed";
import { UNITS_PER_CENT, UNITS_PER_DOLLAR } from "./units";

/** How many days the screen offers. */
export const SPEND_DAYS = [30, 90] as const;
export type SpendDays = (typeof SPEND_DAYS)[number];

export interface Spend {
  /** Whole cents of each day, oldest first. Those of all days, and those of all tasks, add up to the total. */
  days: { day: string; cents: number }[];
  /** Those that cost most, largest first; of the first of them, in dollars, what each cost on each of the days. */
  tasks: { resvGuid: string; name: string; cents: number; dollarsByDay: number[] | null }[];
  /** What all other tasks cost, and how many they are. */
  others: { count: number; cents: number };
  totalCents: number;
}

const TASKS_SHOWN = 20;
/** So many have a colour of their own in the chart. */
const TASKS_DRAWN = 6;

/** What tasks of a tenant cost on the last days, today included, by day and by task, from the sums that each charge keeps. */
export async function readSpend(asked: { tenantId: number; days: SpendDays; now: Date }): Promise<Spend> {
  const { tenantId, days: count, now } = asked;
  const range = daysBack(count, now);
  const values = [tenantId, range.start, range.end];
  const [ofDays, ofTasks, drawn] = await Promise.all([
    db.query<{ day: string; units: bigint }>(BY_DAY, values),
    db.query<TaskSum>(BY_TASK, [...values, TASKS_SHOWN]),
    db.query<{ day: string; resvGuid: string; units: bigint }>(DRAWN, [...values, TASKS_DRAWN]),
  ]);
  const unitsOf = new Map(ofDays.map(({ day, units }) => [day, units]));
  const dayNames = eachDay(range);
  const byDay = inCents(dayNames.map((day) => unitsOf.get(day) ?? 0n));
  const byTask = inCents(ofTasks.map(({ units }) => units));
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
    totalCents: byDay.reduce((sum, cents) => sum + cents, 0),
  };
}

interface TaskSum {
  /** Null: all tasks beyond those that are named. */
  resvGuid: string | null;
  name: string;
  units: bigint;
  count: number;
  /** In the order of what they cost. */
  place: bigint;
}

/** Rounded so that they add up to what all of them are together. */
function inCents(units: readonly bigint[]): number[] {
  return printed(0n, units, UNITS_PER_CENT).lines.map(Number);
}

function alongDays(days: readonly string[], series: readonly { day: string; units: bigint }[]): number[] {
  const unitsOf = new Map(series.map(({ day, units }) => [day, units]));
  return days.map((day) => Number(unitsOf.get(day) ?? 0n) / Number(UNITS_PER_DOLLAR));
}

const BY_DAY = `
  select to_char(day, 'YYYY-MM-DD') as day, -units as units from ledger_day
  where tenant_id = $1 and unit = 'usd' and kind = 'task' and day between $2 and $3`;

/** A range of the primary key of task_day, its tasks by what they cost. */
const PLACED = `placed as (
    select resv_guid, sum(units)::bigint as units, row_number() over (order by sum(units) desc, resv_guid) as place
    from task_day where tenant_id = $1 and day between $2 and $3 group by resv_guid
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
  select to_char(sums.day, 'YYYY-MM-DD') as day, sums.resv_guid as "resvGuid", sums.units
  from task_day sums join placed using (resv_guid)
  where sums.tenant_id = $1 and sums.day between $2 and $3 and placed.place <= $4`;
