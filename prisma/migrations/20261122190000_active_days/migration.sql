-- Which users were there on which day (A9). The counters are read from `active_count`, which has a few rows per day.
CREATE TABLE "active_day" (
    "user_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "active_day_pkey" PRIMARY KEY ("user_id", "day")
);

ALTER TABLE "active_day" ADD CONSTRAINT "active_day_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The last of them. Each user has a row, so that whoever moves the day can lock it; 2000-01-01: never seen.
CREATE TABLE "user_seen" (
    "user_id" INTEGER NOT NULL,
    "day" DATE NOT NULL DEFAULT '2000-01-01',

    CONSTRAINT "user_seen_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "user_seen_day_user_id_idx" ON "user_seen"("day", "user_id");

ALTER TABLE "user_seen" ADD CONSTRAINT "user_seen_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each writer adds to one of a few rows of a day, so that processes seldom wait for each other.
CREATE TABLE "active_count" (
    "day" DATE NOT NULL,
    "shard" SMALLINT NOT NULL,
    "active" INTEGER NOT NULL,
    "last_seen" INTEGER NOT NULL,

    CONSTRAINT "active_count_pkey" PRIMARY KEY ("day", "shard")
) WITH (fillfactor = 50);

insert into active_day (user_id, day)
select user_id, (at at time zone 'UTC')::date from (
  select id as user_id, last_login_at as at from user_account where last_login_at is not null
  union all select user_id, created_at from session
  union all select user_id, last_seen_at from session
) known group by 1, 2;

insert into user_seen (user_id, day)
select u.id, coalesce((select max(day) from active_day a where a.user_id = u.id), '2000-01-01') from user_account u;

insert into active_count (day, shard, active, last_seen)
select a.day, 0, count(*), count(*) filter (where s.day = a.day)
from active_day a join user_seen s on s.user_id = a.user_id group by a.day;

-- The counters of whoever is removed go with them; closed accounts stay counted, as what they did stays true.
create function user_seen_forget() returns trigger language plpgsql as $$
begin
  insert into active_count as c (day, shard, active, last_seen) values (old.day, 0, 0, -1)
    on conflict (day, shard) do update set last_seen = c.last_seen - 1;
  return null;
end $$;
create trigger user_seen_forget after delete on user_seen for each row when (old.day > '2000-01-01')
  execute function user_seen_forget();
