import { db } from "~/platform/db.server";
import type { Filtered } from "./find-filtered.server";
import type { UsageKind } from "~/usage/grains";

/** An event, for staff: texts of prompts and answers are never stored (4.2). */
export interface EventRow {
  id: bigint;
  ts: Date;
  receivedAt: Date;
  key: string;
  source: string;
  model: string;
  /** Email, or tenant_name once the account is closed. */
  user: string;
  kind: UsageKind;
  calls: number;
  completed: boolean;
  promptTokens: bigint;
  generatedTokens: bigint;
  cacheReadTokens: bigint;
  cacheCreationTokens: bigint;
  coins: bigint;
  /** Model whose price set the coins; null if the event stated them, or no price existed. */
  priceModel: string | null;
  priceFrom: Date | null;
  unpriced: boolean;
  latencyMs: number | null;
  batchSize: number | null;
  gpus: number | null;
  busyPct: number | null;
  clientVersion: string | null;
}

/** End of a page: the time in ms and the id of its last event. */
export interface EventPlace {
  tsMs: number;
  id: bigint;
}

export interface AskedEvents {
  from: Date;
  until: Date;
  filtered: Pick<Filtered, "modelId" | "userId" | "tenantId">;
  kind: UsageKind | null;
  /** Returns only events that failed. */
  failed: boolean;
  before: EventPlace | null;
  limit: number;
}

const EVENTS_OF_KIND = `case $kind when 'chat' then chat_events when 'agent' then agent_events
  else events - chat_events - agent_events end`;

/** Events of a time span, newest first, after a given place. A kind without events in the sums is not searched for. */
export async function listEvents(asked: AskedEvents): Promise<EventRow[]> {
  const { filtered, before, ...rest } = asked;
  return await db.query<EventRow>(
    `with found as (
       select * from usage_event
       where ts >= $from and ts < $until and ts <= $beforeTs and (ts, id) < ($beforeTs, $beforeId)
         and ($modelId::int is null or model_id = $modelId) and ($userId::int is null or user_id = $userId)
         and ($tenantId::int is null or user_id = any(array(select id from user_account where tenant_id = $tenantId)))
         and ($kind::text is null or kind = $kind and exists (select from usage_by_model
           where grain = 'hour' and at >= date_trunc('hour', $from::timestamptz) and at < $until and ${EVENTS_OF_KIND} > 0))
         and (not $failed::boolean or not completed)
       order by ts desc, id desc limit $limit
     )
     select e.id, e.ts, e.received_at as "receivedAt", e.key, coalesce(s.name, '') as source, m.name as model,
       coalesce(u.email, t.tenant_name) as "user", e.kind, e.calls, e.completed, e.prompt_tokens as "promptTokens",
       e.generated_tokens as "generatedTokens", e.cache_read_tokens as "cacheReadTokens",
       e.cache_creation_tokens as "cacheCreationTokens", e.coins, p.model as "priceModel", p.from_at as "priceFrom",
       e.unpriced, e.latency_ms as "latencyMs", e.batch_size as "batchSize", e.gpus, e.busy_pct as "busyPct",
       e.client_version as "clientVersion"
     from found e
       join usage_model m on m.id = e.model_id join user_account u on u.id = e.user_id join tenant t on t.id = u.tenant_id
       left join usage_source s on s.id = e.source_id left join model_price p on p.id = e.price_id
     order by e.ts desc, e.id desc`,
    {
      ...filtered,
      ...rest,
      beforeTs: before ? new Date(before.tsMs) : asked.until,
      beforeId: before?.id ?? null,
    },
  );
}
