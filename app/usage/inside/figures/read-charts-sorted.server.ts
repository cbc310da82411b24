import { db } from "~/platform/db.server";
import { dayOf, startOf } from "~/platform/day-range";
import { OTHERS } from "./largest";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** A name with its calls of 30 days. */
type NamedTotal = [name: string, calls: number];

/** Models and users by their calls of the last 30 days, most first; those beyond `limit` are one row, `others` (A3). */
export async function readChartsSorted({
  limit,
  now,
}: {
  limit: number;
  now: Date;
}): Promise<{ models: NamedTotal[]; users: NamedTotal[] }> {
  const from = firstDay(now);
  const [models, users] = await Promise.all([listModels(from), listUsers(from, limit)]);
  const all = models.reduce((sum, [, calls]) => sum + calls, 0);
  const named = models.filter(([name]) => name !== OTHERS).slice(0, limit);
  return { models: cut(named, all), users: cut(users, all) };
}

/** Names of the models that were called in 30 days, in that order. */
export async function readModelOrder({ now }: { now: Date }): Promise<string[]> {
  return (await listModels(firstDay(now))).map(([name]) => name);
}

function firstDay(now: Date): Date {
  return new Date(startOf(dayOf(now)).getTime() - (DAYS - 1) * DAY_MS);
}

function cut(shown: NamedTotal[], all: number): NamedTotal[] {
  const rest = all - shown.reduce((sum, [, calls]) => sum + calls, 0);
  return rest > 0 ? [...shown, [OTHERS, rest]] : shown;
}

async function listModels(from: Date): Promise<NamedTotal[]> {
  const rows = await db.query<{ name: string; calls: number }>(
    `select m.name, sum(p.calls::float8) as calls from usage_by_model p join usage_model m on m.id = p.model_id
     where p.grain = 'day' and p.at >= $1 group by m.id order by calls desc, m.name`,
    [from],
  );
  return rows.map(({ name, calls }) => [name, calls]);
}

/** Lists the users of the window; their calls come from the sums of their days. */
async function listUsers(from: Date, limit: number): Promise<NamedTotal[]> {
  const rows = await db.query<{ name: string; calls: number }>(
    `select coalesce(u.email, t.tenant_name) as name, sum(s.calls) as calls
     from (
       select user_id, sum(calls::float8) as calls from usage_by_user
       where grain = 'day' and at >= $1 and user_id = any(array(
         select user_id from usage_user_window where calls_30d > 0 order by calls_30d desc, user_id limit $2))
       group by user_id) s
       join user_account u on u.id = s.user_id join tenant t on t.id = u.tenant_id
     where s.calls > 0 group by 1 order by calls desc, 1`,
    [from, limit],
  );
  return rows.map(({ name, calls }) => [name, calls]);
}
