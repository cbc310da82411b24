import type { Tx } from "~/platform/db.server";
import { adding, differing, removing, summed } from "~/platform/kept-sum";
import { BY_WINDOW } from "./sums";

/** The first points that the windows should start with now, if they do not yet. */
const DUE = `
  select span, grain, first_at as old_at, new_at from (
    select *, (date_trunc(grain, $1::timestamptz at time zone 'UTC') - (points - 1) * ('1 ' || grain)::interval)
      at time zone 'UTC' as new_at from usage_window) w
  where first_at <> new_at`;

/**
 * Subtracts points that have left the windows from their sums; a clock that went back adds points again. Call it under
 * the cursor's lock, like all changes of these sums. `offset 0` makes the database look points up window by window: a
 * join would read all sums of all times, every minute.
 */
export async function moveWindows(tx: Tx, now: Date): Promise<void> {
  const moved = await tx.query<{ span: string }>(
    `with due as materialized (${DUE}), passed as (
       select d.span, u.user_id, u.events * way as events, u.calls * way as calls, u.coins * way as coins
       from due d cross join lateral (select case when new_at > old_at then -1 else 1 end as way) w
       cross join lateral (select * from usage_by_user points where points.grain = d.grain
         and points.at >= least(d.old_at, d.new_at) and points.at < greatest(d.old_at, d.new_at) offset 0) u
     ), written as (${adding(BY_WINDOW, `(${summed(BY_WINDOW, "passed")}) users`)})
     update usage_window w set first_at = due.new_at from due where due.span = w.span returning w.span`,
    [now],
  );
  if (moved.length > 0) await tx.query(removing(BY_WINDOW, "events_12mo <= 0"));
}

const POINTS = `usage_window w join usage_by_user u on u.grain = w.grain and u.at >= w.first_at`;

/** Sums of windows that differ from those of their points: the number of users in each. */
export const WRONG_WINDOWS = `
  select split_part(wrong.column, '_', 2) as span, count(distinct user_id)::int as users
  from (${differing(BY_WINDOW, summed(BY_WINDOW, POINTS), "select * from usage_user_window", "user_id", "all")}) wrong
  group by span order by span`;

/** Rebuilds the sums of all windows from their points. Runs under the cursor's lock. */
export async function rebuildWindows(tx: Tx): Promise<void> {
  await tx.query(removing(BY_WINDOW, "true"));
  await tx.query(adding(BY_WINDOW, `(${summed(BY_WINDOW, POINTS)}) users`));
}
