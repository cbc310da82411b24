import type { Tx } from "~/db.server";
import { plainArray, textArray } from "./array-literal";
import type { FreshEvent } from "./judge-events.server";
import { OTHERS } from "./largest";

/** A fresh event with what it costs. */
export interface PricedEvent extends FreshEvent {
  coins: bigint;
  priceId: number | null;
  /** It named no coins and its model had no price. */
  unpriced: boolean;
}

/** So many names of models are known; events of further ones are those of `others`, so that lists of models stay readable. */
export const MODELS_MAX = 1_000;

/** Writes events as they came, and the names of models that are new. */
export async function writeEvents(tx: Tx, events: readonly PricedEvent[]): Promise<void> {
  const said = events.map(({ event }) => event);
  const models = textArray(said.map(({ model }) => model));
  await tx.prepared.query(
    `with room as (select greatest(0, $2::int - count(*)) as models from usage_model), fresh as (
       select distinct name from unnest($1::text[]) as given(name)
       where not exists (select from usage_model known where known.name = given.name) order by name)
     insert into usage_model (name) (select name from fresh limit (select models from room))
     union select $3 from fresh where (select models from room) < (select count(*) from fresh)
     order by name on conflict do nothing`,
    [models, MODELS_MAX, OTHERS],
  );
  const [stored] = await tx.prepared.query<{ events: number }>(
    `with stored as (
       insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, price_id, calls, latency_ms,
         batch_size, gpus, prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, hold_id,
         busy_pct, completed, unpriced, kind, key, client_version)
       select e.ts, e.received_at, e.source_id, e.user_id, e.tenant_id,
         coalesce(m.id, (select id from usage_model where name = $24)), e.price_id, e.calls, e.latency_ms,
         e.batch_size, e.gpus, e.prompt_tokens, e.generated_tokens, e.cache_read_tokens, e.cache_creation_tokens, e.coins,
         e.hold_id, e.busy_pct, e.completed, e.unpriced, e.kind, e.key, e.client_version
       from unnest($1::timestamptz[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::text[], $7::int[], $8::int[],
           $9::int[], $10::int[], $11::int[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
           $17::uuid[], $18::smallint[], $19::boolean[], $20::boolean[], $21::text[], $22::text[], $23::text[])
         as e(ts, received_at, source_id, user_id, tenant_id, model, price_id, calls, latency_ms, batch_size, gpus,
           prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, hold_id, busy_pct, completed,
           unpriced, kind, key, client_version)
         left join usage_model m on m.name = e.model
       returning 1)
     select count(*)::int as events from stored`,
    [
      textArray(said.map(({ ts }) => new Date(ts).toISOString())),
      textArray(events.map(({ batch }) => batch.receivedAt.toISOString())),
      plainArray(events.map(({ batch }) => batch.sourceId)),
      plainArray(events.map(({ userId }) => userId)),
      plainArray(events.map(({ tenantId }) => tenantId)),
      models,
      plainArray(events.map(({ priceId }) => priceId)),
      plainArray(said.map(({ calls }) => calls)),
      plainArray(said.map(({ latencyMs }) => latencyMs)),
      plainArray(said.map(({ batchSize }) => batchSize)),
      plainArray(said.map(({ gpus }) => gpus)),
      plainArray(said.map(({ promptTokens }) => promptTokens)),
      plainArray(said.map(({ generatedTokens }) => generatedTokens)),
      plainArray(said.map(({ cacheReadTokens }) => cacheReadTokens)),
      plainArray(said.map(({ cacheCreationTokens }) => cacheCreationTokens)),
      plainArray(events.map(({ coins }) => coins)),
      plainArray(said.map(({ hold }) => hold)),
      plainArray(said.map(({ busyPct }) => busyPct)),
      plainArray(said.map(({ completed }) => completed)),
      plainArray(events.map(({ unpriced }) => unpriced)),
      textArray(said.map(({ kind }) => kind)),
      textArray(said.map(({ key }) => key)),
      textArray(said.map(({ clientVersion }) => clientVersion)),
      OTHERS,
    ],
  );
  if (stored?.events !== events.length) throw new Error("not every event was written");
}
