import { transaction, type Tx } from "~/platform/db.server";
import type { Minute } from "./gather-telemetry";
import { mergedRows } from "./inside/telemetry/figures";
import { listText, readList } from "./inside/telemetry/list-text";

/** Key of the advisory lock of the writers: each adds to what it finds. */
const WRITERS = 2_712_001;

/**
 * Writes minutes of nodes, and adds to those that another process has written. Errors are what the counters have grown
 * by since the last report that any process has written; a counter that fell began again from 0. Pilots of engines are
 * left out.
 */
export async function writeTelemetry(minutes: readonly Minute[]): Promise<void> {
  if (minutes.length === 0) return;
  await transaction(async (tx) => {
    // A statement sees what was committed before it began, so the lock comes first.
    await tx.query(`select pg_advisory_xact_lock(${WRITERS})`);
    const whole = await withKept(tx, minutes);
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
       )
       insert into telemetry_minute as m (node_id, at, samples, node, gpus, errors)
       select g.node_id, g.at, g.samples, g.node, g.gpus,
         case when exists (select from unnest(d.errors) as e(count) where e.count > 0) then d.errors end
       from given g left join differences d on d.node_id = g.node_id and d.at = g.at order by g.node_id, g.at
       on conflict (node_id, at) do update set samples = excluded.samples, node = excluded.node, gpus = excluded.gpus,
         errors = case when m.errors is null then excluded.errors when excluded.errors is null then m.errors
           else (select array_agg(least(2147483647, coalesce(e.one, 0)::bigint + coalesce(e.other, 0))::int order by e.place)
             from unnest(m.errors, excluded.errors) with ordinality as e(one, other, place)) end`,
      {
        nodes: whole.map((minute) => minute.nodeId),
        at: whole.map((minute) => minute.at),
        samples: whole.map((minute) => minute.samples),
        node: whole.map((minute) => listText(minute.node)),
        gpus: whole.map((minute) => listText(minute.gpus)),
        counts: whole.map((minute) => listText(minute.counts)),
      },
    );
  });
}

/** Merges minutes with what is kept of them, which is usually nothing. */
async function withKept(tx: Tx, minutes: readonly Minute[]): Promise<Minute[]> {
  const kept = await tx.query<{ node_id: number; at: Date; samples: number; node: string; gpus: string }>(
    `select m.node_id, m.at, m.samples, m.node::text as node, m.gpus::text as gpus
     from unnest($1::int[], $2::timestamptz[]) as g(node_id, at)
       join telemetry_minute m on m.node_id = g.node_id and m.at = g.at`,
    [minutes.map((minute) => minute.nodeId), minutes.map((minute) => minute.at)],
  );
  const keyOf = (nodeId: number, at: Date) => `${nodeId} ${at.getTime()}`;
  const known = new Map(kept.map((row) => [keyOf(row.node_id, row.at), row]));
  return minutes.map((minute) => {
    const row = known.get(keyOf(minute.nodeId, minute.at));
    if (!row) return minute;
    const before = { samples: row.samples, node: readList(row.node), gpus: readList(row.gpus), errors: null };
    const { samples, node, gpus } = mergedRows([before, { ...minute, errors: null }]);
    return { ...minute, samples, node, gpus };
  });
}
