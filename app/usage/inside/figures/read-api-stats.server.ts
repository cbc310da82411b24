import { db } from "~/platform/db.server";
import { dayOf, momentsOf } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { endInRest, OTHERS } from "./largest";
import { readUserNames } from "./names.server";
import { compactDay, dayOfCompact } from "./usage-day";

/** An hour of the day that has data. */
export interface HourStats {
  /** Start of the hour, epoch seconds. */
  ts: number;
  models: { name: string; hit: number; completed: number }[];
  users: { name: string; calls: number; tokens: number }[];
}

export interface ApiStats {
  hours: HourStats[];
  /** `YYYY-MM-DD`: the day shown, the first that can be, and today. */
  day: string;
  firstDay: string;
  today: string;
}

/**
 * Returns the requested day; empty means today. Refuses an invalid day, and one before the first or after today (M121).
 */
export async function readApiStats({
  date,
  limit,
  now,
}: {
  date: string;
  limit: number;
  now: Date;
}): Promise<ApiStats> {
  const days = await readStatsDays({ now });
  const day = date === "" ? days.today : dayOfCompact(date);
  if (day === null || day < days.firstDay || day > days.today)
    throw new Refusal(M.wrongDate({ first_day: compactDay(days.firstDay) }));
  return { hours: await readHours(day, limit), day, ...days };
}

/** The first day whose hours are kept, and today. Without data, both are today (A17). */
export async function readStatsDays({ now }: { now: Date }): Promise<{ firstDay: string; today: string }> {
  const [row] = await db.query<{ at: Date | null }>(`select min(at) as at from usage_by_model where grain = 'hour'`);
  const today = dayOf(now);
  const first = row?.at ? dayOf(row.at) : today;
  return { firstDay: first < today ? first : today, today };
}

/** The hours that have data, oldest first, each with its models and users with the most calls, and `others` (A3). */
async function readHours(day: string, limit: number): Promise<HourStats[]> {
  const { from, until } = momentsOf({ start: day, end: day });
  const [models, users] = await Promise.all([readModels(from, until), readUsers(from, until, limit)]);
  const names = await readUserNames(users.map(({ userId }) => userId));
  return [...models].map(([ts, all]) => {
    const shown = endInRest(
      all.map(({ name, hit, completed }) => ({ name, hit, completed })),
      {
        nameOf: ({ name }) => name,
        sizeOf: ({ hit }) => hit,
        most: limit,
        restOf: (rest, name) => ({
          name,
          hit: sum(rest, ({ hit }) => hit),
          completed: sum(rest, (one) => one.completed),
        }),
      },
    );
    const callers = byName(
      users
        .filter((user) => user.ts === ts)
        .map(({ userId, calls, tokens }) => ({ name: names.get(userId) ?? String(userId), calls, tokens })),
    );
    const others = {
      name: OTHERS,
      calls: sum(all, ({ hit }) => hit) - sum(callers, ({ calls }) => calls),
      tokens: sum(all, ({ tokens }) => tokens) - sum(callers, ({ tokens }) => tokens),
    };
    return {
      ts,
      models: shown,
      users: others.calls > 0 ? [...callers, others] : callers,
    };
  });
}

/** Merges closed accounts of a tenant, which share its name. */
function byName(users: HourStats["users"]): HourStats["users"] {
  const kept = new Map<string, HourStats["users"][number]>();
  for (const { name, calls, tokens } of users) {
    const before = kept.get(name);
    kept.set(name, { name, calls: calls + (before?.calls ?? 0), tokens: tokens + (before?.tokens ?? 0) });
  }
  return [...kept.values()];
}

interface ModelHour {
  ts: number;
  name: string;
  hit: number;
  completed: number;
  tokens: number;
}

async function readModels(from: Date, until: Date): Promise<Map<number, ModelHour[]>> {
  const rows = await db.query<ModelHour>(
    `select extract(epoch from p.at)::float8 as ts, m.name, sum(p.calls::float8) as hit, sum(p.completed::float8) as completed,
       sum((p.prompt_tokens + p.generated_tokens)::float8) as tokens
     from usage_by_model p join usage_model m on m.id = p.model_id
     where p.grain = 'hour' and p.at >= $1 and p.at < $2 group by 1, m.id order by 1, hit desc, m.name`,
    [from, until],
  );
  return groupBy(rows, ({ ts }) => ts);
}

async function readUsers(from: Date, until: Date, limit: number) {
  return await db.query<{ ts: number; userId: number; calls: number; tokens: number }>(
    `select extract(epoch from h.at)::float8 as ts, s.user_id as "userId", s.calls, s.tokens
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 hour', interval '1 hour') as h(at)
       cross join lateral (
         select user_id, sum(calls::float8) as calls, sum((prompt_tokens + generated_tokens)::float8) as tokens
         from usage_by_user u where u.grain = 'hour' and u.at = h.at group by 1 order by 2 desc, 1 limit $3
       ) s
     order by 1, s.calls desc, s.user_id`,
    [from, until, limit],
  );
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
