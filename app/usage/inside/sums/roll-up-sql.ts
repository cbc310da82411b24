import { adding, type KeptSum, summed, mergedOver } from "~/platform/kept-sum";
import { GRAINS } from "~/usage/grains";
import { BY_DAY, BY_LATENCY, BY_MODEL, BY_USER, BY_WINDOW, usersOfDays, withBucket } from "./sums";

/** SQL for rows of all grains, each from the one before, added to the stored ones. */
const ofAllGrains = (name: string, sum: KeptSum, events: string) => `
  ${name}_minute as materialized (${summed(sum, events)}),
  ${name}_hour as materialized (${mergedOver("'hour'", sum, `${name}_minute`)}),
  ${name}_day as materialized (${mergedOver("'day'", sum, `${name}_hour`)}),
  ${name}_month as materialized (${mergedOver("'month'", sum, `${name}_day`)}),
  ${GRAINS.map((grain) => `kept_${name}_${grain} as (${adding(sum, `${name}_${grain}`)})`).join(", ")}`;

const HAD = (kind: "chat" | "agent") => `exists (
  select from usage_by_user where grain = 'day' and at = fresh.at and user_id = fresh.user_id and ${kind}_events > 0)`;

/** Users count once for each day and kind: with the first of their events. */
const NEW_ON_DAY = `(
  select day, chat and not ${HAD("chat")} as chat, agent and not ${HAD("agent")} as agent
  from ${usersOfDays("users_day")} fresh) counted`;

const IN_WINDOWS = `usage_window w join (
    select * from users_minute union all select * from users_hour
    union all select * from users_day union all select * from users_month
  ) points on points.grain = w.grain and points.at >= w.first_at`;

/**
 * Adds the events with ids above $1 up to $2, whose `ts` are from $3 to $4, to the sums of all grains. One statement,
 * so that events are read once. Returns their number, and the users with new active days (A9).
 */
export const ROLL_UP = `
  with events as materialized (
    select 'minute'::text as grain, date_trunc('minute', ts, 'UTC') as at, user_id, tenant_id, model_id, kind, calls, completed,
      unpriced, prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, latency_ms, batch_size, gpus,
      busy_pct
    from usage_event where id > $1 and id <= $2 and ts between $3 and $4
  ),
  ${ofAllGrains("users", BY_USER, "events")},
  ${ofAllGrains("models", BY_MODEL, "events")},
  ${ofAllGrains("latencies", BY_LATENCY, withBucket("events"))},
  day_users as (${adding(BY_DAY, `(${summed(BY_DAY, NEW_ON_DAY)}) days`)}),
  windows as (${adding(BY_WINDOW, `(${summed(BY_WINDOW, IN_WINDOWS)}) users`)}),
  unseen as (
    select distinct user_id, (at at time zone 'UTC')::date as day from users_day u
    where not exists (select from active_day a where a.user_id = u.user_id and a.day = (u.at at time zone 'UTC')::date)
  )
  select (select count(*)::int from events) as events, coalesce(array_agg(user_id), '{}') as "userIds",
    coalesce(array_agg(to_char(day, 'YYYY-MM-DD')), '{}') as days
  from unseen`;
