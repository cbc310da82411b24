import { type Queryable, sweep, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import {
  COINS_AGAINST_LEDGER,
  EVENTS_AGAINST_MODELS,
  EVENTS_AGAINST_USERS,
  LATENCIES_AGAINST_MODELS,
  LATENCIES_BY_GRAIN,
  LEDGER_AHEAD,
  METERS_OF_MONTH,
  MODELS_BY_GRAIN,
  USERS_BY_GRAIN,
  USERS_OF_DAY,
  USERS_OF_NO_DAY,
  type WrongSum,
} from "./inside/sums/check-usage-sql";
import { HOUR_DAYS, MINUTE_DAYS } from "./grains";
import { lockCursor } from "./roll-up.server";
import { rebuildWindows, WRONG_WINDOWS } from "./inside/sums/windows.server";

const DAY_MS = 86_400_000;
/** Limit of findings per night: more than these share a cause, so the check stops there. */
const MOST = 200;

export interface UsageCheck {
  /** Days whose events were added up again. */
  days: number;
  wrong: (WrongSum & { what: string })[];
  /** Windows of the largest users that were rebuilt. */
  rebuilt: string[];
}

/**
 * Proves the sums of model usage from its events, and the coins from the sums. Each statement reads one snapshot of the
 * database, so concurrent intake neither disturbs it nor waits for it.
 */
export async function checkUsage({ now }: { now: Date }): Promise<UsageCheck> {
  const wrong: UsageCheck["wrong"] = [];
  const note = (what: string, rows: readonly WrongSum[]) => {
    if (wrong.length < MOST) wrong.push(...rows.map((row) => ({ ...row, what })));
  };
  const days = await sweep(async (connection) => {
    const days = await checkDays(connection, now, note);
    await checkGrains(connection, now, note);
    note("ledger", await connection.query<WrongSum>(COINS_AGAINST_LEDGER));
    note(
      "ledger",
      await connection.query<WrongSum>(LEDGER_AHEAD, [new Date(now.getTime() - env.USAGE_EVENT_DAYS * DAY_MS)]),
    );
    note("meter", await connection.query<WrongSum>(METERS_OF_MONTH));
    return days;
  });
  return { days, wrong, rebuilt: await repairWindows() };
}

type Note = (what: string, rows: readonly WrongSum[]) => void;

/** Checks every day that still has all its events. */
async function checkDays(connection: Queryable, now: Date, note: Note): Promise<number> {
  const days = await connection.query<{ at: Date }>(
    `select day::timestamp at time zone 'UTC' as at from (
       select to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') as day from pg_inherits
       where inhparent = 'usage_event'::regclass and not inhdetachpending) partitions
     where day >= ($1::timestamptz at time zone 'UTC')::date - $2::int order by day`,
    [now, env.USAGE_EVENT_DAYS],
  );
  for (const { at } of days) {
    note("events", await connection.query<WrongSum>(EVENTS_AGAINST_USERS, [at]));
    note("events", await connection.query<WrongSum>(EVENTS_AGAINST_MODELS, [at]));
  }
  return days.length;
}

/** Compares minutes with the hours of 8 days, hours with 400 days, and days with months, a day or a month at a time. */
async function checkGrains(connection: Queryable, now: Date, note: Note): Promise<void> {
  for (const { shorter, longer, from, until } of await listTimes(connection, now)) {
    const values = [shorter, longer, from, until];
    note(shorter, await connection.query<WrongSum>(USERS_BY_GRAIN, values));
    note(shorter, await connection.query<WrongSum>(MODELS_BY_GRAIN, values));
    note(shorter, await connection.query<WrongSum>(LATENCIES_BY_GRAIN, values));
    note("latencies", await connection.query<WrongSum>(LATENCIES_AGAINST_MODELS, [longer, from, until]));
    if (longer !== "day") continue;
    note("users", await connection.query<WrongSum>(USERS_OF_DAY, [from]));
  }
  note("users", await connection.query<WrongSum>(USERS_OF_NO_DAY));
}

interface Time {
  shorter: "minute" | "hour" | "day";
  longer: "hour" | "day" | "month";
  from: Date;
  until: Date;
}

/** Lists the days and months whose rows are all kept. A day that is partly too old is omitted. */
async function listTimes(connection: Queryable, now: Date): Promise<Time[]> {
  return await connection.query<Time>(
    `select distinct 'minute' as shorter, 'hour' as longer, date_trunc('day', at, 'UTC') as from,
       date_trunc('day', at, 'UTC') + interval '24 hours' as until
     from usage_by_model where grain = 'hour' and at >= date_trunc('day', $1::timestamptz, 'UTC') - ($2::int - 1) * interval '24 hours'
     union all
     select distinct 'hour', 'day', at, at + interval '24 hours' from usage_by_model
     where grain = 'day' and at >= date_trunc('day', $1::timestamptz, 'UTC') - ($3::int - 1) * interval '24 hours'
     union all
     select distinct 'day', 'month', at, (at at time zone 'UTC' + interval '1 month') at time zone 'UTC' from usage_by_model
     where grain = 'month'
     order by 1, 3`,
    [now, MINUTE_DAYS, HOUR_DAYS],
  );
}

/** Reports windows that differ from the sums of their points, and rebuilds all if there are any. */
async function repairWindows(): Promise<string[]> {
  const wrong = await sweep((connection) => connection.query<{ span: string; users: number }>(WRONG_WINDOWS));
  if (wrong.length > 0) {
    await transaction(async (tx) => {
      await lockCursor(tx);
      await rebuildWindows(tx);
    });
  }
  return wrong.map(({ span, users }) => `${span} (${users} ${users === 1 ? "user" : "users"})`);
}
