import type { Tx } from "~/platform/db.server";
import { STORE_EVENTS } from "~/usage/event-order.server";
import type { DemoEvent } from "./one-event";

/**
 * Stores events as if they had arrived when they happened: with their keys, at the price of their time, on their
 * tenants' meters, and counted by the intake. Their days must have partitions.
 */
export async function writeEvents(
  tx: Tx,
  { sourceId, prefix, events }: { sourceId: number; prefix: string; events: readonly DemoEvent[] },
): Promise<void> {
  await tx.query(STORE_EVENTS);
  await tx.query(
    `insert into usage_model (name) select distinct name from unnest($1::text[]) as given(name) order by name
     on conflict do nothing`,
    [events.map(({ model }) => model)],
  );
  await tx.query(
    `with stored as (
       insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, price_id, calls, latency_ms, batch_size,
         gpus, prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, busy_pct, completed, unpriced,
         kind, key, client_version)
       select e.ts, e.ts + e.latency_ms * interval '1 ms', $1, e.user_id, e.tenant_id, m.id, p.id, e.calls, e.latency_ms,
         e.batch_size, e.gpus, e.prompt, e.generated, e.cache_read, e.cache_creation,
         coalesce((e.prompt * p.prompt + e.generated * p.generated + e.cache_read * p.cache_read
           + e.cache_creation * p.cache_creation + 500000) / 1000000, 0), e.busy_pct, e.completed, p.id is null, e.kind,
         $2 || e.place, e.client_version
       from unnest($3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::int[], $9::bigint[], $10::bigint[],
           $11::bigint[], $12::bigint[], $13::boolean[], $14::int[], $15::int[], $16::int[], $17::int[], $18::text[])
         with ordinality as e(ts, user_id, tenant_id, model, kind, calls, prompt, generated, cache_read, cache_creation,
           completed, latency_ms, batch_size, gpus, busy_pct, client_version, place)
       join usage_model m on m.name = e.model
       left join lateral (select * from model_price where model in (e.model, '*') and from_at <= e.ts
         order by model = '*', from_at desc limit 1) p on true
       order by e.place
       returning *
     ), keyed as (
       insert into usage_key (source_id, key, content, day)
       select source_id, key, hashtextextended(key, 0), (received_at at time zone 'UTC')::date from stored
       where received_at > (select max(received_at) from stored) - interval '30 days' order by 1, 2
     ), metered as (
       insert into coin_meter as kept (tenant_id, unposted, month, month_coins)
       select tenant_id, sum(coins), newest, coalesce(sum(coins) filter (where ts >= newest::timestamp at time zone 'UTC'), 0)
       from stored join (select tenant_id, (date_trunc('month', max(ts), 'UTC') at time zone 'UTC')::date as newest from stored group by 1) months
         using (tenant_id) group by tenant_id, newest order by 1
       on conflict (tenant_id) do update set unposted = kept.unposted + excluded.unposted,
         month = greatest(kept.month, excluded.month),
         month_coins = case when excluded.month > kept.month then excluded.month_coins
           when excluded.month = kept.month then kept.month_coins + excluded.month_coins else kept.month_coins end
     )
     insert into usage_intake as kept (source_id, minute, requests, accepted, duplicates, rejected, lag_ms, last_ts)
     select source_id, date_trunc('minute', received_at, 'UTC'), 1, count(*), 0, 0, sum(latency_ms), max(ts) from stored
     where received_at > (select max(received_at) from stored) - interval '8 days' group by 1, 2 order by 1, 2
     on conflict (source_id, minute) do update set requests = kept.requests + excluded.requests,
       accepted = kept.accepted + excluded.accepted, lag_ms = kept.lag_ms + excluded.lag_ms,
       last_ts = greatest(kept.last_ts, excluded.last_ts)`,
    [
      ...[sourceId, prefix, events.map(({ ts }) => ts), events.map(({ user }) => user.userId)],
      ...[events.map(({ user }) => user.tenantId), events.map(({ model }) => model), events.map(({ kind }) => kind)],
      ...[events.map(({ calls }) => calls), events.map(({ prompt }) => prompt)],
      ...[events.map(({ generated }) => generated), events.map(({ cacheRead }) => cacheRead)],
      ...[events.map(({ cacheCreation }) => cacheCreation), events.map(({ completed }) => completed)],
      ...[events.map(({ latencyMs }) => latencyMs), events.map(({ batchSize }) => batchSize)],
      ...[events.map(({ gpus }) => gpus), events.map(({ busyPct }) => busyPct)],
      events.map(({ clientVersion }) => clientVersion),
    ],
  );
}
