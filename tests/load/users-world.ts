import { db, sweep } from "~/platform/db.server";

const GIVEN = [
  ...[
    "Anna",
    "Bjørn",
    "Chloé",
    "Dmitri",
    "Eva",
    "Farid",
    "Grace",
    "Hiroshi",
    "Ines",
    "João",
    "Katja",
    "Liam",
    "Mei",
    "Nadia",
  ],
  ...[
    "Олег",
    "Пётр",
    "美咲",
    "伟",
    "Ολγα",
    "Qasim",
    "Rosa",
    "Sven",
    "Tomás",
    "Uma",
    "Vera",
    "Wei",
    "Xenia",
    "Yusuf",
    "Zoë",
  ],
];
const FAMILY = [
  ...[
    "Schmidt",
    "O'Neill",
    "Kowalski",
    "Nguyen",
    "García",
    "Иванова",
    "山田",
    "Okafor",
    "Andersson",
    "Rossi",
    "Dubois",
    "Khan",
  ],
  ...[
    "Silva",
    "Novák",
    "Papadopoulos",
    "Jensen",
    "Müller",
    "Cohen",
    "Yılmaz",
    "van der Berg",
    "Smith",
    "Li",
    "Haddad",
    "Kim",
  ],
];
const COUNTRIES = ["US", "US", "DE", "FR", "GB", "IN", "JP", "BR", "PL", "SE", "ES", "IT", "NL", "IS"];
const SOURCES = ["search", "search", "recommendation", "reddit", "article", "unknown", "social_media", "conference"];
const DAYS = 30;

/**
 * This number of users, each with a tenant, the newest from today: names in several scripts, four of five addresses at
 * example.com. The index of words is built afterwards, as a restore does.
 */
export async function fillUsers(users: number, now: Date): Promise<void> {
  const [index] = await db.query<{ made: string }>(`select pg_get_indexdef('user_search_words_idx'::regclass) as made`);
  await db.query(`drop index user_search_words_idx`);
  await inPieces(users, async (from, to) => {
    await db.query(
      `insert into tenant (tenant_name, country, created_at, low_balance)
       select 'n' || n || '-' || substr(md5(n::text), 1, 4), ($4::text[])[1 + abs(hashint4(n)) % cardinality($4::text[])],
         $3::timestamptz - (($5::int - n)::float8 / $5::int * 1000) * interval '1 day', case when n % 500 = 0 then '24h' else 'none' end
       from generate_series($1::int, $2::int) n`,
      [from, to, now, COUNTRIES, users],
    );
  });
  await inPieces(users, async (from, to) => {
    await db.query(
      `insert into user_account
         (tenant_id, name, email, role, state, codify_subscription_status, source, created_at, updated_at)
       select t.id, name, lower(regexp_replace(name, '[^A-Za-z]+', '.', 'g')) || n || '@' ||
           case n % 10 when 0 then 'gmail.example' when 1 then 'uni-' || n % 97 || '.example' else 'example.com' end,
         case when n % 50000 = 0 then 'admin' when n % 10000 = 0 then 'support' else 'customer' end,
         case when n % 100 = 1 then 'suspended' when n % 11 = 2 then 'unverified' when n % 200 = 3 then 'closed' else 'active' end,
         case n % 20 when 0 then 'active' when 1 then 'trial' when 2 then 'canceled' else 'none' end,
         ($5::text[])[1 + n % cardinality($5::text[])], t.created_at, t.created_at
       from generate_series($1::int, $2::int) n
       join tenant t on t.tenant_name = 'n' || n || '-' || substr(md5(n::text), 1, 4)
       cross join lateral (select ($3::text[])[1 + abs(hashint4(n)) % cardinality($3::text[])] || ' ' ||
         ($4::text[])[1 + abs(hashint4(n + 7)) % cardinality($4::text[])] as name) named`,
      [from, to, GIVEN, FAMILY, SOURCES],
    );
  });
  await inPieces(users, async (from, to) => {
    await db.query(
      `update tenant_figures set balance = (abs(hashint4(tenant_id)) % 5000000)::bigint * 3600, owed = case when tenant_id % 301 = 1 then 720000 else 0 end,
         spend = (abs(hashint4(tenant_id + 1)) % 900000)::bigint * 3600, coins = abs(hashint4(tenant_id + 2)) % 90000000
       where tenant_id between $1 and $2 and tenant_id % 3 > 0`,
      [from, to],
    );
    await db.query(
      `update user_seen set day = $3::date - abs(hashint4(user_id)) % 300 where user_id between $1 and $2 and user_id % 4 > 0`,
      [from, to, now],
    );
  });
  await db.query(`delete from active_count`);
  await db.query(
    `insert into active_count (day, shard, active, last_seen) select day, 0, count(*), count(*) from user_seen where day > '2000-01-01' group by day`,
  );
  await sweep(async (connection) => {
    await connection.query(index?.made ?? "");
    await connection.query(`vacuum analyze`);
  });
}

/** Movements of the last days for some of the tenants, for the job that reads their figures. */
export async function fillDays(tenants: number, now: Date): Promise<void> {
  await inPieces(DAYS, async (from, to) => {
    await db.query(
      `insert into ledger_day (tenant_id, day, kind, unit, units)
       select t.id, $3::date - d, kind, case kind when 'spend' then 'coin' else 'usd' end, -3600000
       from (select id from tenant order by id limit $4) t, generate_series($1::int - 1, $2::int - 1) d, unnest(array['task', 'spend']) kind`,
      [from, to, now, tenants],
    );
  });
}

/** The pool limits a statement to 40 seconds. */
async function inPieces(count: number, work: (from: number, to: number) => Promise<void>): Promise<void> {
  const size = Math.max(1, Math.ceil(count / 20));
  for (let from = 1; from <= count; from += size) await work(from, Math.min(count, from + size - 1));
}
