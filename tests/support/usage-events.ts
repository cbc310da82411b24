import { transaction } from "~/platform/db.server";
import { STORE_EVENTS } from "~/usage/event-order.server";
import { rollUp } from "~/usage/roll-up.server";

/** An event to store as it is, without the intake's checks; omitted figures are 0, or not reported. */
export interface StoredEvent {
  ts: Date;
  userId: number;
  tenantId: number;
  model?: string;
  kind?: "chat" | "agent" | "completion";
  calls?: number;
  prompt?: number;
  generated?: number;
  cacheRead?: number;
  cacheCreation?: number;
  coins?: number;
  completed?: boolean;
  latencyMs?: number;
  batchSize?: number;
  gpus?: number;
  busyPct?: number;
  clientVersion?: string;
}

let keys = 0;

/** Stores events and adds them to the sums, for tests of their results; the intake has its own tests. */
export async function storeEvents(
  events: readonly StoredEvent[],
  { now, summed = true }: { now: Date; summed?: boolean },
): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(STORE_EVENTS);
    await tx.query(
      `select ensure_usage_day(day) from (select distinct (ts at time zone 'UTC')::date as day from unnest($1::timestamptz[]) as t(ts)) days`,
      [events.map(({ ts }) => ts)],
    );
    for (const event of events) {
      const { ts, userId, tenantId, model = "code-7b", kind = "chat", calls = 1, completed = true } = event;
      const [known] = await tx.query<{ id: number }>(
        `insert into usage_model (name) values ($1) on conflict (name) do update set name = excluded.name returning id`,
        [model],
      );
      const { prompt = 0, generated = 0, cacheRead = 0, cacheCreation = 0, coins = 0 } = event;
      const { latencyMs = null, batchSize = null, gpus = null, busyPct = null, clientVersion = null } = event;
      await tx.query(
        `insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, calls, latency_ms, batch_size,
           gpus, prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, busy_pct, completed,
           unpriced, kind, key, client_version)
         values ($1, $1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, false, $16, $17, $18)`,
        [
          ...[ts, userId, tenantId, known?.id, calls, latencyMs, batchSize, gpus, prompt, generated, cacheRead],
          ...[cacheCreation, coins, busyPct, completed, kind, `stored-${(keys += 1)}`, clientVersion],
        ],
      );
    }
    await tx.query(METERED, [
      events.map(({ tenantId }) => tenantId),
      events.map(({ ts }) => ts),
      events.map(({ coins = 0 }) => coins),
    ]);
  });
  if (summed) await rollUp({ now });
}

/** SQL that meters events as the intake does: an event of an earlier month than the meter's counts in no month. */
const METERED = `
  insert into coin_meter as kept (tenant_id, unposted, month, month_coins)
  select tenant_id, sum(coins), newest, sum(coins) filter (where ts >= newest::timestamp at time zone 'UTC')
  from (select *, (date_trunc('month', max(ts) over (partition by tenant_id), 'UTC') at time zone 'UTC')::date as newest
    from unnest($1::int[], $2::timestamptz[], $3::bigint[]) as event(tenant_id, ts, coins)) events
  group by tenant_id, newest order by 1
  on conflict (tenant_id) do update set unposted = kept.unposted + excluded.unposted,
    month = greatest(kept.month, excluded.month),
    month_coins = case when excluded.month > kept.month then excluded.month_coins
      when excluded.month = kept.month then kept.month_coins + excluded.month_coins else kept.month_coins end`;
