-- What staff find users by: copies in lower case, kept by triggers in the transaction of the change. Apart from
-- `user_account`, whose rows change at every login, because each change of a row that a large index covers enters all of
-- that row's words again.
CREATE TABLE "user_search" (
    "user_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "tenant_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_search_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "user_search_tenant_id_idx" ON "user_search"("tenant_id");
CREATE INDEX "user_search_created_at_user_id_idx" ON "user_search"("created_at", "user_id");
CREATE INDEX "user_search_list_created_at_user_id_idx" ON "user_search"("list", "created_at", "user_id");

ALTER TABLE "user_search" ADD CONSTRAINT "user_search_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
alter table user_search add constraint user_search_list_known check (list in ('pro', 'free', 'staff', 'closed'));

-- How many users there are of each kind, spread over a few rows each (see active_count).
CREATE TABLE "user_count" (
    "role" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "users" INTEGER NOT NULL,

    CONSTRAINT "user_count_pkey" PRIMARY KEY ("role", "state", "status", "shard")
) WITH (fillfactor = 50);

-- Small letters of every script, whatever the locale of the database.
create function in_small_letters(given text) returns text language sql immutable strict parallel safe as $$
  select lower(given collate "und-x-icu")
$$;

-- Everything that a user can be found by, as words of the full-text index: of each place of a text the three characters
-- from there on, fewer at its end, behind the letter of its field. Whatever part is looked for, its own three characters
-- are among them, and one or two characters begin one. Facets are words too.
create function user_words(name text, email text, tenant_name text, role text, state text, status text, source text,
  country text, list text) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
declare words text[] := array['R' || role, 'S' || state, 'P' || status, 'O' || source, 'C' || country, 'L' || list];
begin
  for place in 1 .. length(name) loop words := words || ('n' || substr(name, place, 3)); end loop;
  for place in 1 .. length(email) loop words := words || ('e' || substr(email, place, 3)); end loop;
  for place in 1 .. length(tenant_name) loop words := words || ('t' || substr(tenant_name, place, 3)); end loop;
  return array_to_tsvector(words);
end $$;

create function user_list(role text, state text, status text) returns text language sql immutable strict parallel safe as $$
  select case when state = 'closed' then 'closed' when role <> 'customer' then 'staff'
    when status in ('active', 'trial', 'past_due') then 'pro' else 'free' end
$$;

create function user_account_added() returns trigger language plpgsql as $$
begin
  insert into user_seen (user_id) select id from added;
  insert into user_search
    (user_id, tenant_id, name, email, tenant_name, role, state, status, source, country, list, created_at)
  select u.id, u.tenant_id, in_small_letters(u.name), in_small_letters(coalesce(u.email, '')), in_small_letters(t.tenant_name), u.role,
    u.state, u.codify_subscription_status, u.source, t.country,
    user_list(u.role, u.state, u.codify_subscription_status), u.created_at
  from added u join tenant t on t.id = u.tenant_id;
  insert into user_count as c (role, state, status, shard, users)
  select role, state, codify_subscription_status, pg_backend_pid() % 16, count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (role, state, status, shard) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger user_account_added after insert on user_account referencing new table as added
  for each statement execute function user_account_added();

create function user_account_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or (old.role, old.state, old.codify_subscription_status)
      is distinct from (new.role, new.state, new.codify_subscription_status)) then
    insert into user_count as c (role, state, status, shard, users)
      values (old.role, old.state, old.codify_subscription_status, pg_backend_pid() % 16, -1)
      on conflict (role, state, status, shard) do update set users = c.users - 1;
    if tg_op = 'UPDATE' then
      insert into user_count as c (role, state, status, shard, users)
        values (new.role, new.state, new.codify_subscription_status, pg_backend_pid() % 16, 1)
        on conflict (role, state, status, shard) do update set users = c.users + 1;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    update user_search set tenant_id = new.tenant_id, name = in_small_letters(new.name),
      email = in_small_letters(coalesce(new.email, '')), role = new.role, state = new.state,
      status = new.codify_subscription_status, source = new.source,
      list = user_list(new.role, new.state, new.codify_subscription_status), created_at = new.created_at
    where user_id = new.id;
  end if;
  return null;
end $$;
create trigger user_account_changed after update on user_account for each row
  when ((old.tenant_id, old.name, old.email, old.role, old.state, old.codify_subscription_status, old.source, old.created_at)
    is distinct from
    (new.tenant_id, new.name, new.email, new.role, new.state, new.codify_subscription_status, new.source, new.created_at))
  execute function user_account_changed();
create trigger user_account_removed after delete on user_account for each row execute function user_account_changed();

create function tenant_found_by() returns trigger language plpgsql as $$
begin
  update user_search set tenant_name = in_small_letters(new.tenant_name), country = new.country where tenant_id = new.id;
  return null;
end $$;
create trigger tenant_found_by after update on tenant for each row
  when ((old.tenant_name, old.country) is distinct from (new.tenant_name, new.country))
  execute function tenant_found_by();

insert into user_search
  (user_id, tenant_id, name, email, tenant_name, role, state, status, source, country, list, created_at)
select u.id, u.tenant_id, in_small_letters(u.name), in_small_letters(coalesce(u.email, '')), in_small_letters(t.tenant_name), u.role,
  u.state, u.codify_subscription_status, u.source, t.country,
  user_list(u.role, u.state, u.codify_subscription_status), u.created_at
from user_account u join tenant t on t.id = u.tenant_id;

insert into user_count (role, state, status, shard, users)
select role, state, codify_subscription_status, 0, count(*) from user_account group by 1, 2, 3;

-- Without a list of pending entries: a search never has to go through one. A user changes seldom.
create index user_search_words_idx on user_search
  using gin (user_words(name, email, tenant_name, role, state, status, source, country, list)) with (fastupdate = off);
analyze user_search;
