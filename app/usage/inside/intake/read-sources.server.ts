import { db } from "~/platform/db.server";
import { HAS_RIGHT } from "~/platform/staff-rights";

/** A source on the ingestion screen. */
export interface SourceRow {
  id: number;
  name: string;
  /** Owner of the API keys behind the source; null for a service key. */
  userId: number | null;
  createdTs: number;
  createdBy: string;
  revokedTs: number | null;
  /** The newest `ts` of its events, and when it sent last, epoch seconds; of the last 8 days, else null. */
  lastEventTs: number | null;
  lastRequestTs: number | null;
  /** Events a second over the last 5 minutes. */
  perSecond: number;
  /** Average delay between `ts` and arrival, over events of the last 5 minutes; null without events. */
  meanLagMs: number | null;
  /** Requests of the present UTC day. */
  requests: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  keys: SourceKey[];
  reasons: RejectionReason[];
}

interface SourceKey {
  id: number;
  /** Never more than the last four characters. */
  masked: string;
  madeTs: number;
  /** Time at which the key ends; null: no end. */
  endsTs: number | null;
  /** Its maker is suspended, or may no longer send usage. */
  isRefused: boolean;
}

interface RejectionReason {
  reason: string;
  events: number;
  lastTs: number;
  /** The newest ten first; of the event only its known fields. */
  samples: { at: string; key: string; index: number; event: Record<string, unknown> }[];
}

const RATE_MINUTES = 5;
/** Days of look-back: a source that is silent for longer shows no last event. */
const LOOKED_BACK_DAYS = 8;

/** Lists all sources: active ones first, then the newest. */
export async function readSources({ now }: { now: Date }): Promise<SourceRow[]> {
  return await db.query<SourceRow>(
    `select s.id, s.name, s.user_id as "userId", floor(extract(epoch from s.created_at))::float8 as "createdTs",
       coalesce(maker.email, '') as "createdBy", floor(extract(epoch from s.revoked_at))::float8 as "revokedTs",
       floor(extract(epoch from last.ts))::float8 as "lastEventTs", floor(extract(epoch from last.minute))::float8 as "lastRequestTs",
       coalesce(recent.accepted, 0)::float8 / (${RATE_MINUTES} * 60) as "perSecond",
       (recent.lag_ms / nullif(recent.accepted, 0))::float8 as "meanLagMs",
       coalesce(today.requests, 0)::float8 as requests, coalesce(today.accepted, 0)::float8 as accepted,
       coalesce(today.duplicates, 0)::float8 as duplicates, coalesce(today.rejected, 0)::float8 as rejected,
       coalesce(k.keys, '[]') as keys, coalesce(r.reasons, '[]') as reasons
     from usage_source s join user_account maker on maker.id = s.created_by
       left join lateral (select max(i.last_ts) as ts, max(i.minute) as minute from usage_intake i
         where i.source_id = s.id and i.minute >= $1::timestamptz - ${LOOKED_BACK_DAYS} * interval '1 day') last on true
       left join lateral (select sum(i.accepted) as accepted, sum(i.lag_ms) as lag_ms from usage_intake i
         where i.source_id = s.id and i.minute > $1::timestamptz - ${RATE_MINUTES} * interval '1 minute'
           and i.minute <= $1) recent on true
       left join lateral (select sum(i.requests) as requests, sum(i.accepted) as accepted, sum(i.duplicates) as duplicates,
           sum(i.rejected) as rejected from usage_intake i
         where i.source_id = s.id and i.minute >= date_trunc('day', $1::timestamptz, 'UTC')) today on true
       left join lateral (select json_agg(json_build_object('id', k.id, 'masked', 'mr_…' || k.last4,
           'madeTs', floor(extract(epoch from k.created_at)), 'endsTs', floor(extract(epoch from k.revoked_at)),
           'isRefused', holder.state <> 'active' or not ${HAS_RIGHT("usage.act", "holder")})
           order by k.id desc) as keys
         from api_key k join user_account holder on holder.id = k.user_id
         where (k.source_id = s.id and (k.revoked_at is null or k.revoked_at > $1))
           or (s.user_id is not null and k.user_id = s.user_id and k.scope = 'full' and k.revoked_at is null)) k on true
       left join lateral (select json_agg(json_build_object('reason', r.reason, 'events', r.events,
           'lastTs', floor(extract(epoch from r.last_at)), 'samples', r.samples) order by r.last_at desc, r.reason) as reasons
         from usage_rejection r where r.source_id = s.id) r on true
     order by s.revoked_at is not null, s.id desc`,
    [now],
  );
}
