import { db, sweep, transaction } from "~/db.server";
import { rollUp } from "~/domain/usage/roll-up.server";

export const USERS = 20_000;
export const MODELS = 40;
export const DAYS = 90;
const DAY_MS = 86_400_000;

/** Tenants of one user each, `bench-user-1@bench.example` and so on, and the models. */
export async function fillUsers(): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(
      `insert into tenant (tenant_name) select 'bench-usage-' || n from generate_series(1, $1::int) n`,
      [USERS],
    );
    await connection.query(
      `insert into user_account (tenant_id, name, email, state, codify_subscription_status)
       select id, 'Bench User', 'bench-user-' || substr(tenant_name, 13) || '@bench.example', 'active',
         case when id % 5 = 0 then 'active' else 'none' end
       from tenant where tenant_name like 'bench-usage-%' order by id`,
    );
    await connection.query(
      `insert into usage_model (name) select 'vendor-' || n % 7 || '/model_' || n || '.x' from generate_series(1, $1::int) n`,
      [MODELS],
    );
  });
}

/**
 * Events of the last 90 days, with the rhythm of days and weeks, few users and models with many of them; summed by the
 * product's own statement. Told after each day: how many were summed and in how many seconds.
 */
export async function fillEvents(asked: {
  events: number;
  now: Date;
  told?: (summed: number, seconds: number) => void;
}) {
  const { events, now, told } = asked;
  const today = Math.floor(now.getTime() / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, ago) => new Date((today - DAYS + 1 + ago) * DAY_MS));
  const weightOf = (day: Date) => ([0, 6].includes(day.getUTCDay()) ? 0.4 : 1);
  const weights = days.reduce((sum, day) => sum + weightOf(day), 0);
  await db.query(`select setseed(0.5)`);
  for (const day of days) {
    await transaction((tx) => tx.query(`select ensure_usage_day(($1::timestamptz at time zone 'UTC')::date)`, [day]));
    await sweep((connection) =>
      connection.query(FILL, [day, Math.round((events * weightOf(day)) / weights), USERS, MODELS, now]),
    );
    // As if it had come on its day: the roll-up looks for events as old as they may be.
    await db.query(`update usage_cursor set at = $1`, [day]);
    const startedMs = performance.now();
    let summed = 0;
    for (let added = -1; added !== 0; summed += added) added = await rollUp({ now });
    told?.(summed, (performance.now() - startedMs) / 1000);
  }
  await sweep((connection) => connection.query(`vacuum analyze`));
}

/** $1 the day, $2 how many, $3 users, $4 models, $5 now, after which none lies. */
const FILL = `
  insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, calls, latency_ms, batch_size, gpus,
    prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, busy_pct, completed, unpriced, kind, key)
  select ts, ts, 1, u.id, u.tenant_id, m.id, 1, (200 * exp(2 * random()))::int, 1 + (random() * 7)::int, 2,
    (random() * 8000)::int, (random() * 800)::int, (random() * 4000)::int, (random() * 500)::int, (random() * 20000)::int,
    (random() * 100)::int, random() < 0.98, false, (array['chat', 'agent', 'completion'])[1 + floor(random() * 3)::int],
    gen_random_uuid()::text
  from (
    select $1::timestamptz + make_interval(secs => 86399 * (random() + random() + random()) / 3) as ts,
      1 + floor(power(random(), 3) * $3::int)::int as user_place, 1 + floor(power(random(), 3) * $4::int)::int as model_place
    from generate_series(1, $2::int)
  ) drawn
  join (select row_number() over (order by id) as place, id, tenant_id from user_account where email like 'bench-user-%') u
    on u.place = drawn.user_place
  join (select row_number() over (order by id) as place, id from usage_model) m on m.place = drawn.model_place
  where ts < $5::timestamptz
  order by ts`;
