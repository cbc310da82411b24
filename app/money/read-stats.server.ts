import { db } from "~/platform/db.server";
import { sumSince } from "./ledger-hours.server";
import { unitsToDollars2 } from "./units";

/** GET /dashboard/stats without retcode: since 00:00 UTC, and `tasks` running now (3.6). */
export interface Stats {
  /** Charged for tasks, less what settlements returned. */
  dollars: number;
  tasks: number;
  new_tasks: number;
  finished_tasks: number;
  new_clients: number;
}

export async function readStats({ now }: { now: Date }): Promise<Stats> {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const [units, [counts]] = await Promise.all([
    sumSince({ account: "revenue", from: midnight }),
    db.query<Omit<Stats, "dollars">>(STATS, [midnight, now]),
  ]);
  if (!counts) throw new Error("the figures of the day gave no answer");
  return { dollars: unitsToDollars2(units), ...counts };
}

const STATS = `
  select
    (select count(*) from task where state = 'running')::int as tasks,
    (select count(*) from task where
       started_at between $1 and $2)::int as new_tasks,
    (select count(*) from task where finished_at between $1 and $2 and started_at is not null)::int as finished_tasks,
    (select coalesce(sum(users), 0) from sign_up_day
     where day = ($1::timestamptz at time zone 'UTC')::date)::int as new_clients`;
