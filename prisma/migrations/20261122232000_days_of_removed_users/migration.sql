-- Days of users who were removed: they stay in `active_count`, as what they did stays true, and their rows are gone. Kept so
-- that the check of the counts can hold the ones against the others.
CREATE TABLE "active_gone" (
    "day" DATE NOT NULL,
    "users" INTEGER NOT NULL,

    CONSTRAINT "active_gone_pkey" PRIMARY KEY ("day")
);

insert into active_gone (day, users)
select c.day, c.active - coalesce(a.users, 0)
from (select day, sum(active)::int as active from active_count group by 1) c
left join (select day, count(*)::int as users from active_day group by 1) a on a.day = c.day
where c.active > coalesce(a.users, 0);

create function active_day_forget() returns trigger language plpgsql as $$
begin
  insert into active_gone as g (day, users) select day, count(*) from removed group by day order by day
    on conflict (day) do update set users = g.users + excluded.users;
  return null;
end $$;
create trigger active_day_forget after delete on active_day referencing old table as removed
  for each statement execute function active_day_forget();
