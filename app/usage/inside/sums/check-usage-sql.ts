import { differing, type KeptSum, MOST_SHOWN, summed, mergedOver } from "~/platform/kept-sum";
import { BY_DAY, BY_LATENCY, BY_MODEL, BY_USER, usersOfDays } from "./sums";

/** A figure that differs from its source. */
export interface WrongSum {
  /** Start of the day, hour or month; none for a tenant's totals. */
  at: string;
  /** Owner of the figure: a user's email or a tenant's name; empty for a model. */
  who: string;
  model: string;
  column: string;
  made: string;
  kept: string;
}

const AT = `coalesce(to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '') as at`;
const WHO = `coalesce((select coalesce(email, 'user ' || id) from user_account where id = user_id), 'user ' || user_id, '') as who`;
const NOBODY = `'' as who`;
const MODEL = `coalesce((select name from usage_model where id = model_id), 'model ' || model_id, '') as model`;
const OF_USER = `${AT}, ${WHO}, ${MODEL}`;
const OF_MODEL = `${AT}, ${NOBODY}, ${MODEL}`;
const OF_DAY = `coalesce(to_char(day, 'YYYY-MM-DD HH24:MI'), '') as at, ${NOBODY}, '' as model`;

/** Events of the UTC day $1 that are in the sums at the moment of the statement. */
const SUMMED = `(select 'day'::text as grain, $1::timestamptz as at, * from usage_event
  where ts >= $1::timestamptz and ts < $1::timestamptz + interval '24 hours' and id <= (select event_id from usage_cursor)) events`;

/** SQL that compares the events of a day with the day's sums. */
const eventsAgainst = (sum: KeptSum, named: string) =>
  differing(sum, summed(sum, SUMMED), `select * from ${sum.table} where grain = 'day' and at = $1::timestamptz`, named);

export const EVENTS_AGAINST_USERS = eventsAgainst(BY_USER, OF_USER);
export const EVENTS_AGAINST_MODELS = eventsAgainst(BY_MODEL, OF_MODEL);

/** SQL that compares sums over the grain $1 with those over the longer grain $2, from $3 to $4. */
const byGrain = (sum: KeptSum, named: string) =>
  differing(
    sum,
    mergedOver("$2", sum, `${sum.table} where grain = $1 and at >= $3 and at < $4`),
    `select * from ${sum.table} where grain = $2 and at >= $3 and at < $4`,
    named,
  );

export const USERS_BY_GRAIN = byGrain(BY_USER, OF_USER);
export const MODELS_BY_GRAIN = byGrain(BY_MODEL, OF_MODEL);
export const LATENCIES_BY_GRAIN = byGrain(BY_LATENCY, OF_MODEL);

/** Events in the buckets of latency, by model, and the events that reported a latency. */
const LATENCY_EVENTS = {
  table: "usage_by_model",
  grain: ["at"],
  key: ["model_id"],
  sums: { latency_events: "sum(events)::bigint" },
  maxes: {},
} as const satisfies KeptSum;

/** SQL that compares latencies with model sums of the grain $1 from $2 to $3. */
export const LATENCIES_AGAINST_MODELS = differing(
  LATENCY_EVENTS,
  summed(LATENCY_EVENTS, "usage_latency where grain = $1 and at >= $2 and at < $3"),
  "select at, model_id, latency_events from usage_by_model where grain = $1 and at >= $2 and at < $3",
  OF_MODEL,
);

/** Compares the users of a day by kind ($1 its start) with its sums. */
export const USERS_OF_DAY = differing(
  BY_DAY,
  summed(BY_DAY, `${usersOfDays("usage_by_user where grain = 'day' and at = $1")} users`),
  "select * from usage_day_users where day = ($1::timestamptz at time zone 'UTC')::date",
  OF_DAY,
);

/** Days that count users and have no sums. */
export const USERS_OF_NO_DAY = differing(
  BY_DAY,
  "select day, 0 as chat_users, 0 as agent_users from usage_day_users where false",
  `select * from usage_day_users
   where not exists (select from usage_by_model where grain = 'day' and at = day::timestamp at time zone 'UTC')`,
  OF_DAY,
);

/** Coins that are not in the sums yet, by tenant. */
const UNSUMMED = `select tenant_id, ts, coins from usage_event where id > (select event_id from usage_cursor)`;

/** Compares the coins of a tenant's events with those in the ledger and those not posted yet. */
export const COINS_AGAINST_LEDGER = `
  with summed as (select tenant_id, sum(coins) as coins from usage_by_user where grain = 'month' group by 1),
  unsummed as (select tenant_id, sum(coins) as coins from (${UNSUMMED}) events group by 1),
  posted as (select tenant_id, -sum(units) as coins from ledger_day where kind = 'spend' group by 1)
  select '' as at, tenant_name as who, '' as model, 'coins in the ledger and on their way' as column,
    coalesce((coalesce(s.coins, 0) + coalesce(u.coins, 0))::text, '') as made, coalesce((coalesce(p.coins, 0) + coalesce(c.unposted, 0))::text, '') as kept
  from tenant t left join summed s on s.tenant_id = t.id left join unsummed u on u.tenant_id = t.id
  left join posted p on p.tenant_id = t.id left join coin_meter c on c.tenant_id = t.id
  where coalesce(s.coins, 0) + coalesce(u.coins, 0) <> coalesce(p.coins, 0) + coalesce(c.unposted, 0)
  order by 2 limit ${MOST_SHOWN}`;

/** SQL for days on which the ledger has more than was spent: spent coins are never returned. */
export const LEDGER_AHEAD = `
  with posted as (select tenant_id, day, -units as coins from ledger_day where kind = 'spend' and day >= $1::date)
  select coalesce(to_char(day, 'YYYY-MM-DD'), '') as at, tenant_name as who, '' as model, 'coins in the ledger' as column,
    coalesce(coalesce(sum(u.coins), 0)::text, '') as made, coalesce(p.coins::text, '') as kept
  from posted p join tenant t on t.id = p.tenant_id
  left join usage_by_user u on u.grain = 'day' and u.tenant_id = p.tenant_id and u.at = p.day::timestamp at time zone 'UTC'
  group by day, tenant_name, p.coins having p.coins > coalesce(sum(u.coins), 0) order by 1, 2 limit ${MOST_SHOWN}`;

/** Coins of the month of a tenant's meter. */
export const METERS_OF_MONTH = `
  with summed as (select tenant_id, at, sum(coins) as coins from usage_by_user where grain = 'month' group by 1, 2),
  unsummed as (select tenant_id, date_trunc('month', ts, 'UTC') as at, sum(coins) as coins from (${UNSUMMED}) events group by 1, 2)
  select coalesce(to_char(month, 'YYYY-MM'), '') as at, tenant_name as who, '' as model, 'coins of the month' as column,
    coalesce((coalesce(s.coins, 0) + coalesce(u.coins, 0))::text, '') as made, coalesce(month_coins::text, '') as kept
  from coin_meter c join tenant t on t.id = c.tenant_id
  left join summed s on s.tenant_id = c.tenant_id and s.at = c.month::timestamp at time zone 'UTC'
  left join unsummed u on u.tenant_id = c.tenant_id and u.at = c.month::timestamp at time zone 'UTC'
  where coalesce(s.coins, 0) + coalesce(u.coins, 0) <> month_coins order by 2 limit ${MOST_SHOWN}`;
