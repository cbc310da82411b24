import { transaction } from "~/platform/db.server";
import type { Minute } from "./gather-telemetry";
import { writing } from "./inside/telemetry/telemetry-sql";

/** Key of the advisory lock of the writers: each adds to what it finds. */
const WRITERS = 2_712_001;

/**
 * Writes minutes of nodes, and adds to those that another process has written. Errors are what the counters have grown
 * by since the last report that any process has written; a counter that fell began again from 0. Pilots of engines
 * are left out.
 */
export async function writeTelemetry(minutes: readonly Minute[]): Promise<void> {
  if (minutes.length === 0) return;
  await transaction(async (tx) => {
    // A statement sees what was committed before it began, so the lock comes first.
    await tx.query(`select pg_advisory_xact_lock(${WRITERS})`);
    await tx.query(
      `with sent as (
         select * from unnest($nodes::int[], $at::timestamptz[], $samples::int[], $node::text[], $gpus::text[], $counts::text[])
           as s(node_id, at, samples, node, gpus, counts)
       ), given as materialized (
         select s.node_id, s.at, s.samples, s.node::int[] as node, s.gpus::smallint[] as gpus, s.counts::bigint[] as counts
         from sent s join node n on n.id = s.node_id and n.retired_at is null and n.pilot_of is null
       ), counted as (
         select distinct on (node_id) node_id, at, counts from given where counts <> '{}' order by node_id, at desc
       ), changed as (
         select c.node_id, c.at, c.counts, k.counts as before
         from counted c left join telemetry_counter k on k.node_id = c.node_id where k.counts is distinct from c.counts
       ), differences as (
         select c.node_id, c.at, array_agg(coalesce(f.after, f.before) order by f.place) as counts,
           array_agg(least(2147483647, case when f.before is null or f.after is null then 0
             when f.after < f.before then f.after else f.after - f.before end)::int order by f.place) as errors
         from changed c, unnest(c.counts, c.before) with ordinality as f(after, before, place) group by c.node_id, c.at
       ), kept as (
         insert into telemetry_counter (node_id, counts) select node_id, counts from differences order by node_id
         on conflict (node_id) do update set counts = excluded.counts
       ), fresh as materialized (
         select g.node_id, g.at, g.samples, g.node, g.gpus,
           case when exists (select from unnest(d.errors) as e(count) where e.count > 0) then d.errors end as errors
         from given g left join differences d on d.node_id = g.node_id and d.at = g.at
         union all
         select m.node_id, m.at, m.samples, m.node, m.gpus, m.errors
         from given g join telemetry_minute m on m.node_id = g.node_id and m.at = g.at
       )
       ${writing("telemetry_minute", "fresh")}`,
      {
        nodes: minutes.map((minute) => minute.nodeId),
        at: minutes.map((minute) => minute.at),
        samples: minutes.map((minute) => minute.samples),
        node: minutes.map((minute) => listText(minute.node)),
        gpus: minutes.map((minute) => listText(minute.gpus)),
        counts: minutes.map((minute) => listText(minute.counts)),
      },
    );
  });
}

/** Formats a list as the database writes it: lists of lists cannot be sent as they are. */
function listText(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}
