import { db } from "~/platform/db.server";
import { emptySeries, type ModelSeries, SERIES } from "~/usage/chart-series";
import type { Filtered } from "./find-filtered.server";
import type { Grain } from "~/usage/grains";
import { LARGEST, OTHERS } from "./largest";

/** Number of summed units in a displayed unit, and its decimals. */
const UNITS: Partial<Record<keyof ModelSeries, { per: number; decimals: number }>> = {
  latency_avg: { per: 1000, decimals: 3 },
  latency_max: { per: 1000, decimals: 3 },
  bs_avg: { per: 1, decimals: 2 },
  gpus_avg: { per: 1, decimals: 2 },
  busy_avg: { per: 100, decimals: 4 },
  busy_max: { per: 100, decimals: 2 },
};

interface Asked {
  grain: Grain;
  /** Starts of the points, oldest first: epoch seconds. */
  pointsTs: readonly number[];
  filtered: Pick<Filtered, "modelId" | "userId" | "tenantId">;
  /** Number of models with the most calls to return; the rest is summed as `others`. */
  most?: number;
}

type ModelPoint = { ts: number; model: string } & { [Name in keyof ModelSeries]: ModelSeries[Name][number] };

/**
 * Returns the series of each model, those with the most calls first. For a user or a tenant only calls are known:
 * durations and token types are summed by model only.
 */
export async function readModelSeries(asked: Asked): Promise<Map<string, ModelSeries>> {
  const { pointsTs, filtered } = asked;
  const rows = filtered.userId === null && filtered.tenantId === null ? await ofAll(asked) : await ofSome(asked);
  const places = new Map(pointsTs.map((ts, place) => [ts, place]));
  const models = new Map<string, ModelSeries>();
  const sums = new Map<string, number>();
  for (const { ts, model, ...values } of rows) {
    const place = places.get(ts);
    if (place === undefined) continue;
    const series = models.get(model) ?? emptySeries(pointsTs.length);
    models.set(model, series);
    sums.set(model, (sums.get(model) ?? 0) + values.hit);
    for (const name of SERIES) {
      const value = shown(name, values[name]);
      if (value !== null) series[name][place] = value;
    }
  }
  const sizeOf = (model: string) => (model === OTHERS ? -1 : (sums.get(model) ?? 0));
  return new Map([...models].sort(([one], [other]) => sizeOf(other) - sizeOf(one) || (one < other ? -1 : 1)));
}

function shown(name: keyof ModelSeries, summed: number | null): number | null {
  const { per, decimals } = UNITS[name] ?? { per: 1, decimals: 0 };
  return summed === null ? null : Number((summed / per).toFixed(decimals));
}

/**
 * Sums all users in floating point. Sums of 64-bit integers take PostgreSQL three times as long, and are no more exact
 * here.
 */
async function ofAll({ grain, pointsTs, filtered, most = LARGEST }: Asked): Promise<ModelPoint[]> {
  return await db.query<ModelPoint>(
    `with points as materialized (
       select * from usage_by_model
       where grain = $1 and at >= to_timestamp($2::float8) and ($3::int is null or model_id = $3)
     ), largest as (
       select model_id from points where model_id not in (select id from usage_model where name = '${OTHERS}')
       group by 1 order by sum(calls::float8) desc, 1 limit $4
     ), sums as (
       select p.at, l.model_id, sum(p.calls::float8) as hit, sum(p.completed::float8) as completed,
         sum(p.latency_ms_sum::float8) / nullif(sum(p.latency_events::float8), 0) as latency_avg,
         max(p.latency_ms_max) as latency_max,
         sum(p.batch_sum::float8) / nullif(sum(p.batch_events::float8), 0) as bs_avg, max(p.batch_max) as bs_max,
         sum(p.gpus_sum::float8) / nullif(sum(p.gpus_events::float8), 0) as gpus_avg, max(p.gpus_max) as gpus_max,
         sum(p.busy_pct_sum::float8) / nullif(sum(p.busy_events::float8), 0) as busy_avg, max(p.busy_pct_max) as busy_max
       from points p left join largest l on l.model_id = p.model_id group by 1, 2
     )
     select extract(epoch from s.at)::float8 as ts, coalesce(m.name, '${OTHERS}') as model, s.hit, s.completed, s.latency_avg,
       s.latency_max::float8, s.bs_avg, s.bs_max::float8, s.gpus_avg, s.gpus_max::float8, s.busy_avg, s.busy_max::float8
     from sums s left join usage_model m on m.id = s.model_id`,
    [grain, pointsTs[0] ?? 0, filtered.modelId, most],
  );
}

/** Latency and hardware of calls are not summed by user. */
const UNKNOWN = { latency_avg: null, latency_max: null, bs_avg: null, bs_max: null };
const UNKNOWN_LOAD = { gpus_avg: null, gpus_max: null, busy_avg: null, busy_max: null };

async function ofSome({ grain, pointsTs, filtered, most = LARGEST }: Asked): Promise<ModelPoint[]> {
  const rows = await db.query<Pick<ModelPoint, "ts" | "model" | "hit" | "completed">>(
    `with points as materialized (
       select at, model_id, sum(calls::float8) as hit, sum(completed::float8) as completed from usage_by_user
       where grain = $1 and at >= to_timestamp($2::float8) and ($3::int is null or model_id = $3)
         and ($4::int is null or user_id = $4) and ($5::int is null or tenant_id = $5)
       group by 1, 2
     ), largest as (
       select model_id from points where model_id not in (select id from usage_model where name = '${OTHERS}')
       group by 1 order by sum(hit) desc, 1 limit $6
     ), sums as (
       select p.at, l.model_id, sum(p.hit) as hit, sum(p.completed) as completed
       from points p left join largest l on l.model_id = p.model_id group by 1, 2
     )
     select extract(epoch from s.at)::float8 as ts, coalesce(m.name, '${OTHERS}') as model, s.hit, s.completed
     from sums s left join usage_model m on m.id = s.model_id`,
    [grain, pointsTs[0] ?? 0, filtered.modelId, filtered.userId, filtered.tenantId, most],
  );
  return rows.map((row) => ({ ...row, ...UNKNOWN, ...UNKNOWN_LOAD }));
}
