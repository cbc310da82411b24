import { db } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import type { Grain } from "~/usage/grains";
import { type LatencyBucket, percentilesOf } from "~/usage/inside/sums/latency";

/** Latencies in seconds; null without one. The error is at most 5% (`latency.ts`). */
export interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** Reads the latencies of these models since a given time. */
export async function readPercentiles(asked: {
  grain: Grain;
  from: number;
  models: readonly string[];
}): Promise<Record<string, Percentiles>> {
  const rows = await db.query<LatencyBucket & { model: string }>(
    `select m.name as model, l.bucket::int as bucket, sum(l.events::float8) as events
     from usage_latency l join usage_model m on m.id = l.model_id
     where l.grain = $1 and l.at >= to_timestamp($2::float8)
       and l.model_id = any(array(select id from usage_model where name = any($3::text[])))
     group by 1, 2`,
    [asked.grain, asked.from, [...asked.models]],
  );
  const buckets = groupBy(rows, ({ model }) => model);
  return Object.fromEntries(asked.models.map((model) => [model, inSeconds(buckets.get(model) ?? [])]));
}

/** Returns the percentiles of one model, point by point. */
export async function readPercentilePoints(asked: {
  grain: Grain;
  pointsTs: readonly number[];
  model: string;
}): Promise<Percentiles[]> {
  const rows = await db.query<LatencyBucket & { ts: number }>(
    `select extract(epoch from at)::float8 as ts, bucket::int as bucket, events::float8 as events from usage_latency
     where grain = $1 and at >= to_timestamp($2::float8) and model_id = (select id from usage_model where name = $3)`,
    [asked.grain, asked.pointsTs[0] ?? 0, asked.model],
  );
  const buckets = groupBy(rows, ({ ts }) => ts);
  return asked.pointsTs.map((ts) => inSeconds(buckets.get(ts) ?? []));
}

function inSeconds(buckets: readonly LatencyBucket[]): Percentiles {
  const latency = percentilesOf(buckets);
  const seconds = (ms: number | undefined) => (ms === undefined ? null : Number((ms / 1000).toFixed(3)));
  return { p50: seconds(latency?.p50), p95: seconds(latency?.p95), p99: seconds(latency?.p99) };
}
