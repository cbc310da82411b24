import { db, sweep, transaction } from "~/platform/db.server";
import { rollUp } from "~/usage/roll-up.server";

/** Events of a day as they would be stored by now, summed by the product's own statement. */
export async function fillRealDay(asked: {
  day: Date;
  events: number;
  now: Date;
  told?: (summed: number, seconds: number) => void;
}): Promise<void> {
  const { day, events, now, told } = asked;
  await transaction((tx) => tx.query(`select ensure_usage_day(($1::timestamptz at time zone 'UTC')::date)`, [day]));
  await sweep((connection) => connection.query(FILL, [day, events, now]));
  const startedMs = performance.now();
  let summed = 0;
  for (let added = -1; added !== 0; summed += added) added = await rollUp({ now });
  told?.(summed + 1, (performance.now() - startedMs) / 1000);
  await db.query(`analyze usage_event`);
}

/**
 * $1 the day, $2 the number of events, $3 now: no event is later. Users, models, kinds and hours as in the sums
 * (`sums-sql.ts`).
 */
const FILL = `
  insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, calls, latency_ms, batch_size, gpus,
    prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, busy_pct, completed, unpriced, kind, key)
  select ts, ts, 1, c.user_id, c.tenant_id, c.model_id, 1, (200 * exp(2 * random()))::int, 1 + (random() * 7)::int, 2,
    (random() * 8000)::int, (random() * 800)::int, (random() * 4000)::int, (random() * 500)::int, (random() * 20000)::int,
    (random() * 100)::int, random() < 0.98, false,
    case when kind_drawn < 0.5 then 'chat' when kind_drawn < 0.85 then 'completion' else 'agent' end, gen_random_uuid()::text
  from (
    select $1::timestamptz + make_interval(secs => 86399 * (random() + random() + random()) / 3) as ts,
      1 + floor(power(random(), 3) * (select max(place) from bench_cell))::int as place, random() as model_drawn, random() as kind_drawn
    from generate_series(1, $2::int)
  ) drawn
  join bench_cell c on c.place = drawn.place and model_drawn >= c.model_from and model_drawn < c.model_until
  where ts < $3::timestamptz
  order by ts`;
