import { db } from "~/platform/db.server";
import { readErrors, readList } from "./inside/telemetry/list-text";
import {
  ERROR_KINDS,
  type Errors,
  errorsOf,
  gpusOf,
  nodeOf,
  type OfGpu,
  type OfNode,
} from "./inside/telemetry/figures";

/** Minutes after which figures are too old to be shown as those of now. */
const NEWEST_MINUTES = 5;

/** A node with its newest figures. */
export interface NewestTelemetry {
  node_name: string;
  cluster_name: string;
  gpu_type: string;
  rack: string;
  labels: string[];
  /** Number of its GPUs. */
  gpus: number;
  /** Beginning of the minute, epoch seconds; null: no figures of the last minutes, and then no lists. */
  ts: number | null;
  node: OfNode | null;
  /** By the id of the GPU; fewer than its GPUs, or none, if the agent reports none. */
  ofGpus: OfGpu[];
  /** New errors of the last 24 hours, by the id of the GPU. */
  errors: Errors[];
}

interface Row extends Omit<NewestTelemetry, "node" | "ofGpus" | "errors"> {
  node: string | null;
  lists: string | null;
  errors: string | null;
}

/** The newest figures of each node of the fleet, by name: for the fleet's screen, `/metrics` and rules. */
export async function readNewestTelemetry({ now }: { now: Date }): Promise<NewestTelemetry[]> {
  const rows = await db.query<Row>(
    `with newest as (
       select node_id, max(at) as at from telemetry_minute
       where at > $1::timestamptz - interval '${NEWEST_MINUTES} minutes' and at <= $1 group by node_id
     ), added as (
       select node_id, place, sum(count)::int as count
       from telemetry_minute m, unnest(m.errors) with ordinality as e(count, place)
       where m.errors is not null and m.at > $1::timestamptz - interval '24 hours' group by node_id, place
     ), errors as (
       select node_id, array_agg(count order by place) as list from added group by node_id
     )
     select n.node_name, n.cluster_name, n.gpu_type, n.rack, n.labels, n.gpus, extract(epoch from m.at)::int as ts,
       m.node::text as node, m.gpus::text as lists, e.list::text as errors
     from node n left join newest on newest.node_id = n.id
       left join telemetry_minute m on m.node_id = newest.node_id and m.at = newest.at left join errors e on e.node_id = n.id
     where n.retired_at is null and n.pilot_of is null order by n.node_name`,
    [now],
  );
  return rows.map(({ node, lists, errors, ...row }) => {
    const counts = readErrors(errors) ?? [];
    return {
      ...row,
      node: node === null ? null : nodeOf(readList(node)),
      ofGpus: lists === null ? [] : gpusOf(readList(lists)),
      errors: Array.from({ length: Math.ceil(counts.length / ERROR_KINDS.length) }, (_, gpu) => errorsOf(counts, gpu)),
    };
  });
}
