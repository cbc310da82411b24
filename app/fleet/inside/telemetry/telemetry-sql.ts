/** Tables of the fleet over time, from the shortest unit of time. */
export type TelemetryTable = "telemetry_minute" | "telemetry_hour" | "telemetry_day";

/** Places of the figures that are not means, from 1: those of `figures.ts`. A test compares both. */
const OF_NODE = { max: "2,4,6,8,11,13", min: "9" } as const;
const OF_GPU = { max: "2,4,6,8", min: "10" } as const;

/** SQL: the merged value of a place, over rows with `value` and `samples`. */
const mergedValue = (place: string, max: string, min: string) => `
  case when ${place} in (${max}) then max(value) when ${place} in (${min}) then min(value)
    else round(sum(value::bigint * samples) / nullif(sum(samples) filter (where value is not null), 0))::int end`;

/** SQL: the place of a figure among those of its GPU. */
const GPU_PLACE = "((place - 1) % 13 + 1)";
const MOST_ERRORS = 2_147_483_647;

/**
 * SQL: rows (`node_id`, `at`, `samples`, `node`, `gpus`, `errors`) merged by node and `at`, as `mergedRows` does: the
 * same rows give the same result, however often it is made.
 */
const merged = (rows: string) => `
  select t.node_id, t.at, t.samples, n.list as node, g.list::smallint[] as gpus, e.list as errors
  from (select node_id, at, sum(samples)::int as samples from ${rows} r group by node_id, at) t
    left join (select node_id, at, array_agg(value order by place) as list from (
        select node_id, at, place, ${mergedValue("place", OF_NODE.max, OF_NODE.min)} as value
        from ${rows} r, unnest(r.node) with ordinality as f(value, place) group by node_id, at, place) each
      group by node_id, at) n using (node_id, at)
    left join (select node_id, at, array_agg(value order by place) as list from (
        select node_id, at, place, ${mergedValue(GPU_PLACE, OF_GPU.max, OF_GPU.min)} as value
        from ${rows} r, unnest(r.gpus) with ordinality as f(value, place) group by node_id, at, place) each
      group by node_id, at) g using (node_id, at)
    left join (select node_id, at, array_agg(value order by place) as list from (
        select node_id, at, place, least(${MOST_ERRORS}, sum(value))::int as value
        from ${rows} r, unnest(r.errors) with ordinality as f(value, place) group by node_id, at, place) each
      group by node_id, at) e using (node_id, at)`;

/** SQL: writes merged rows in place of those with the same node and time. */
export const writing = (table: TelemetryTable, rows: string) => `
  insert into ${table} (node_id, at, samples, node, gpus, errors)
  select node_id, at, samples, coalesce(node, '{}'), coalesce(gpus, '{}'), errors
  from (${merged(rows)}) whole order by node_id, at
  on conflict (node_id, at) do update set samples = excluded.samples, node = excluded.node, gpus = excluded.gpus,
    errors = excluded.errors`;
