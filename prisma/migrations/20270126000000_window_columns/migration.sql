-- A user had a row for each window, five of them, and each roll-up wrote them all. Now a user has one row (decision 0600).
CREATE TABLE "usage_user_window" (
    "user_id" INTEGER NOT NULL,
    "events_100m" BIGINT NOT NULL,
    "calls_100m" BIGINT NOT NULL,
    "coins_100m" BIGINT NOT NULL,
    "events_100h" BIGINT NOT NULL,
    "calls_100h" BIGINT NOT NULL,
    "coins_100h" BIGINT NOT NULL,
    "events_30d" BIGINT NOT NULL,
    "calls_30d" BIGINT NOT NULL,
    "coins_30d" BIGINT NOT NULL,
    "events_60d" BIGINT NOT NULL,
    "calls_60d" BIGINT NOT NULL,
    "coins_60d" BIGINT NOT NULL,
    "events_12mo" BIGINT NOT NULL,
    "calls_12mo" BIGINT NOT NULL,
    "coins_12mo" BIGINT NOT NULL,
    CONSTRAINT "usage_user_window_pkey" PRIMARY KEY ("user_id")
) WITH (fillfactor = 50);
LOCK TABLE usage_window_user IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO usage_user_window
SELECT user_id,
  coalesce(sum(events) FILTER (WHERE span = '100m'), 0),
  coalesce(sum(calls) FILTER (WHERE span = '100m'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '100m'), 0),
  coalesce(sum(events) FILTER (WHERE span = '100h'), 0),
  coalesce(sum(calls) FILTER (WHERE span = '100h'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '100h'), 0),
  coalesce(sum(events) FILTER (WHERE span = '30d'), 0),
  coalesce(sum(calls) FILTER (WHERE span = '30d'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '30d'), 0),
  coalesce(sum(events) FILTER (WHERE span = '60d'), 0),
  coalesce(sum(calls) FILTER (WHERE span = '60d'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '60d'), 0),
  coalesce(sum(events) FILTER (WHERE span = '12mo'), 0),
  coalesce(sum(calls) FILTER (WHERE span = '12mo'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '12mo'), 0)
FROM usage_window_user GROUP BY user_id;

-- Workers of the version before go on writing their table until they are replaced. A later migration drops it.
create function usage_window_user_moved() returns trigger language plpgsql as $$
begin
  insert into usage_user_window as w
  select one.user_id,
    case one.span when '100m' then change.events else 0 end, case one.span when '100m' then change.calls else 0 end, case one.span when '100m' then change.coins else 0 end,
    case one.span when '100h' then change.events else 0 end, case one.span when '100h' then change.calls else 0 end, case one.span when '100h' then change.coins else 0 end,
    case one.span when '30d' then change.events else 0 end, case one.span when '30d' then change.calls else 0 end, case one.span when '30d' then change.coins else 0 end,
    case one.span when '60d' then change.events else 0 end, case one.span when '60d' then change.calls else 0 end, case one.span when '60d' then change.coins else 0 end,
    case one.span when '12mo' then change.events else 0 end, case one.span when '12mo' then change.calls else 0 end, case one.span when '12mo' then change.coins else 0 end
  from (select coalesce(new.user_id, old.user_id) as user_id, coalesce(new.span, old.span) as span) one,
    (select coalesce(new.events, 0) - coalesce(old.events, 0) as events, coalesce(new.calls, 0) - coalesce(old.calls, 0) as calls,
      coalesce(new.coins, 0) - coalesce(old.coins, 0) as coins) change
  on conflict (user_id) do update set
    events_100m = w.events_100m + excluded.events_100m, calls_100m = w.calls_100m + excluded.calls_100m, coins_100m = w.coins_100m + excluded.coins_100m,
    events_100h = w.events_100h + excluded.events_100h, calls_100h = w.calls_100h + excluded.calls_100h, coins_100h = w.coins_100h + excluded.coins_100h,
    events_30d = w.events_30d + excluded.events_30d, calls_30d = w.calls_30d + excluded.calls_30d, coins_30d = w.coins_30d + excluded.coins_30d,
    events_60d = w.events_60d + excluded.events_60d, calls_60d = w.calls_60d + excluded.calls_60d, coins_60d = w.coins_60d + excluded.coins_60d,
    events_12mo = w.events_12mo + excluded.events_12mo, calls_12mo = w.calls_12mo + excluded.calls_12mo, coins_12mo = w.coins_12mo + excluded.coins_12mo;
  return null;
end $$;
create trigger usage_window_user_moved after insert or update or delete on usage_window_user
  for each row execute function usage_window_user_moved();
