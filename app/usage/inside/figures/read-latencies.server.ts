import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import { type Percentiles, percentilesOf } from "~/usage/inside/sums/latency";

/** Latencies of a model in ms: half of its events took no longer than p50, and so on. Off by 5% at most. */
export type Latency = Percentiles;

/** Reads latencies by model, over all events of these days that report one. */
export async function readLatencies(asked: { days: Days; modelId: number | null }): Promise<Map<string, Latency>> {
  const { from, until } = momentsOf(asked.days);
  // A whole month has its own sums, with a thirtieth of the rows.
  const rows = await db.query<{ model: string; bucket: number; events: number }>(
    `with asked as (select $1::timestamptz as since, $2::timestamptz as until,
       date_trunc('month', $1::timestamptz + interval '1 month' - interval '1 second', 'UTC') as first,
       date_trunc('month', $2::timestamptz, 'UTC') as last
     ), parts as (
       select l.model_id, l.bucket, l.events from usage_latency l, asked
       where l.grain = 'month' and l.at >= first and l.at < last
       union all
       select l.model_id, l.bucket, l.events from usage_latency l, asked
       where l.grain = 'day' and l.at >= since and l.at < least(until, greatest(first, since))
       union all
       select l.model_id, l.bucket, l.events from usage_latency l, asked
       where l.grain = 'day' and l.at >= greatest(last, first) and l.at < until
     )
     select m.name as model, p.bucket, p.events::float8 as events
     from (select model_id, bucket, sum(events) as events from parts
       where $3::int is null or model_id = $3 group by 1, 2) p
     join usage_model m on m.id = p.model_id`,
    [from, until, asked.modelId],
  );
  const models = [...groupBy(rows, ({ model }) => model)];
  return new Map(
    models.flatMap(([model, buckets]) => {
      const latency = percentilesOf(buckets);
      return latency === null ? [] : [[model, latency]];
    }),
  );
}
