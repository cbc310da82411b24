import { db } from "~/platform/db.server";

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface AttemptRow {
  number: number;
  ts: number;
  /** Null: no answer. */
  status: number | null;
  /** Why it failed; empty if it was accepted. */
  error: string;
  duration_ms: number;
  /** The beginning of the answer. */
  body: string;
}

/** A delivery, for its owner. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  type: string;
  state: DeliveryState;
  error: string;
  created_ts: number;
  /** Time of the next attempt; 0 if there is none. */
  next_ts: number;
  payload: string;
  /** Newest first, at most ten. */
  attempts: AttemptRow[];
}

const ATTEMPTS_SHOWN = 10;

export interface AskedDeliveries {
  tenantId: number;
  endpointId: string;
  state: DeliveryState | null;
  /** Returns only older ones. */
  before: bigint | null;
  limit: number;
}

/**
 * Deliveries of an endpoint of the tenant, newest first, and where the next page begins. The query goes through the
 * endpoint: otherwise the planner scans the deliveries of all tenants.
 */
export async function listDeliveries(asked: AskedDeliveries): Promise<{ rows: DeliveryRow[]; next: string | null }> {
  const { tenantId, endpointId, state, before, limit } = asked;
  const found = await db.query<Omit<DeliveryRow, "attempts"> & { attempts: AttemptRow[] | null }>(
    `with page as (
       select d.* from webhook_endpoint e cross join lateral (
         select w.* from webhook_delivery w
         where w.endpoint_id = e.id and ($3::text is null or w.state = $3) and ($4::bigint is null or w.id < $4)
         order by w.id desc limit $5) d
       where e.id = $1 and e.tenant_id = $2 and e.state <> 'deleted'
     )
     select page.id::text as id, 'msg_' || m.id as webhook_id, m.type, page.state, page.error,
       floor(extract(epoch from page.created_at))::float8 as created_ts,
       case when page.state = 'waiting' then floor(extract(epoch from page.try_after))::float8 else 0 end as next_ts,
       m.payload, (select jsonb_agg(to_jsonb(a) order by a.number desc) from (
         select number, floor(extract(epoch from at)) as ts, status, error, duration_ms, body from webhook_attempt
         where delivery_id = page.id order by number desc limit ${ATTEMPTS_SHOWN}) a) as attempts
     from page join webhook_message m on m.id = page.message_id order by page.id desc`,
    [endpointId, tenantId, state, before, limit + 1],
  );
  const rows = found.slice(0, limit).map((row) => ({ ...row, attempts: row.attempts ?? [] }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
