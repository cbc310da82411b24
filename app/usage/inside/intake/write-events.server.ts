import type { Tx } from "~/platform/db.server";
import { textArray } from "./array-literal";
import { type CopyField, copyLine } from "./copy-line";
import type { FreshEvent } from "./judge-events.server";
import { OTHERS } from "~/usage/inside/figures/largest";

/** A fresh event with its cost. */
export interface PricedEvent extends FreshEvent {
  coins: bigint;
  priceId: number | null;
  /** True if the event stated no coins and its model had no price. */
  unpriced: boolean;
}

/** Number of model names that are stored; events of further models count as `others`, so that lists stay readable. */
export const MODELS_MAX = 1_000;

const COLUMNS = `ts, received_at, source_id, user_id, tenant_id, model_id, price_id, calls, latency_ms, batch_size, gpus,
  prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, hold_id, busy_pct, completed, unpriced,
  kind, key, client_version`;

/** Writes events as they came, and the names of models that are new (decision 0194). */
export async function writeEvents(tx: Tx, events: readonly PricedEvent[]): Promise<void> {
  const models = await modelIds(tx, events);
  const lines = events.map((priced) => copyLine(fieldsOf(priced, models)));
  const written = await tx.copyIn(`copy usage_event (${COLUMNS}) from stdin`, lines.join(""));
  if (written !== events.length) throw new Error("not every event was written");
}

/**
 * The ids of the names within the limit, and of `others`. A failed call without tokens brings no new name: callers may
 * ask for models that do not exist.
 */
async function modelIds(tx: Tx, events: readonly PricedEvent[]): Promise<ReadonlyMap<string, number>> {
  const named = (some: readonly PricedEvent[]) => textArray([...new Set(some.map(({ event }) => event.model))]);
  const asked = named(events);
  await tx.prepared.query(
    `with room as (select greatest(0, $2::int - count(*)) as models from usage_model where name <> $3), missing as (
       select name, name = any($4::text[]) as used from unnest($1::text[]) as given(name)
       where not exists (select from usage_model known where known.name = given.name) order by name)
     insert into usage_model (name) (select name from missing where used limit (select models from room))
     union select $3 from missing having bool_or(not used) or (select models from room) < count(*)
     order by name on conflict do nothing`,
    [asked, MODELS_MAX, OTHERS, named(events.filter(isUsed))],
  );
  const rows = await tx.prepared.query<{ name: string; id: number }>(
    `select name, id from usage_model where name = any($1::text[]) or name = $2`,
    [asked, OTHERS],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function isUsed({ event }: PricedEvent): boolean {
  const { completed, promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens } = event;
  return completed || promptTokens + generatedTokens + cacheReadTokens + cacheCreationTokens > 0;
}

function fieldsOf(priced: PricedEvent, models: ReadonlyMap<string, number>): CopyField[] {
  const { event, batch, userId, tenantId, priceId, coins, unpriced } = priced;
  const modelId = models.get(event.model) ?? models.get(OTHERS);
  if (modelId === undefined) throw new Error("a model has neither a row nor a place among the others");
  const ids = [batch.sourceId, userId, tenantId, modelId, priceId];
  const counts = [event.calls, event.latencyMs, event.batchSize, event.gpus];
  const tokens = [event.promptTokens, event.generatedTokens, event.cacheReadTokens, event.cacheCreationTokens];
  return [
    new Date(event.ts).toISOString(),
    batch.receivedAt.toISOString(),
    ...ids,
    ...counts,
    ...tokens,
    coins,
    event.hold,
    event.busyPct,
    event.completed,
    unpriced,
    event.kind,
    event.key,
    event.clientVersion,
  ];
}
