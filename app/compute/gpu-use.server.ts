import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import { adding, type KeptSum, merging } from "~/platform/kept-sum";
import { gpusInService } from "./capacity-sql.server";

/** Age after which the quarter-hours of a day are merged into one row. */
const DAYS_AFTER = "35 days";
const BUCKET = "15 minutes";

/** Use of a cluster's GPUs at a moment, or its mean in an hour. `GPUS_COUNTED` says the same on screens. */
export interface GpuUse {
  cluster: string;
  /** Epoch seconds of the beginning. */
  ts: number;
  /** GPUs that tasks held. */
  busy: number;
  /** GPUs of nodes that take tasks, and those that tasks held on other nodes. */
  inService: number;
}

/** Use of a cluster's GPUs now. */
export interface GpuUseNow extends GpuUse {
  /** The other GPUs: of nodes that take no tasks. */
  outOfService: number;
}

export type GpuSums = Pick<GpuUseNow, "busy" | "inService" | "outOfService">;

export function sumOfGpus(clusters: readonly GpuSums[]): GpuSums {
  const sum = (of: (one: GpuSums) => number) => clusters.reduce((total, one) => total + of(one), 0);
  return {
    busy: sum((one) => one.busy),
    inService: sum((one) => one.inService),
    outOfService: sum((one) => one.outOfService),
  };
}

/** GPUs held, in service and in all, and the cost of their nodes, now; by cluster and GPU type. */
const NOW = `
  select n.cluster_name, n.gpu_type, sum(coalesce(held.gpus, 0)) as busy,
    sum(${gpusInService("held.gpus")}) as in_service, sum(n.gpus) as gpus,
    sum(coalesce(cost.cents, 0)) as cost_cents
  from node n left join (select node_id, count(*) as gpus from held_gpu group by node_id) held on held.node_id = n.id
  left join node_cost cost on (cost.cluster_name, cost.gpu_type, cost.gpus) = (n.cluster_name, n.gpu_type, n.gpus)
  where n.retired_at is null and n.pilot_of is null group by 1, 2`;

const GPU_USE = {
  table: "gpu_use",
  grain: ["at"],
  key: ["cluster_name", "gpu_type"],
  sums: {
    samples: "count(*)",
    busy: "sum(busy)",
    in_service: "sum(in_service)",
    gpus: "sum(gpus)",
    cost_cents: "sum(cost_cents)",
  },
  maxes: {},
} as const satisfies KeptSum;

/** Adds a sample of the use of all GPUs to its quarter of an hour. */
export async function sampleGpuUse({ now }: { now: Date }): Promise<void> {
  await db.query(
    adding(
      GPU_USE,
      `(select date_bin('${BUCKET}', $1::timestamptz, 'epoch') as at, cluster_name, gpu_type, 1 as samples, busy,
          in_service, gpus, cost_cents from (${NOW}) present) sample`,
    ),
    [now],
  );
}

/** The use of each cluster's GPUs at this moment. */
export async function readGpuUseNow({ now }: { now: Date }): Promise<GpuUseNow[]> {
  return await db.query<GpuUseNow>(
    `select cluster_name as cluster, floor(extract(epoch from $1::timestamptz))::int as ts, sum(busy)::int as busy,
       sum(in_service)::int as "inService", sum(gpus - in_service)::int as "outOfService"
     from (${NOW}) present group by 1 order by 1`,
    [now],
  );
}

/** The use of all GPUs at this moment: the same sums on every screen of staff. */
export async function readGpusNow({ now }: { now: Date }): Promise<GpuSums> {
  return sumOfGpus(await readGpuUseNow({ now }));
}

/** Reads mean GPU use by cluster and hour since `from`, oldest first; hours without a worker are omitted. */
export async function listGpuUse({ from }: { from: Date }): Promise<GpuUse[]> {
  return await db.query<GpuUse>(
    `select cluster, ts, sum(busy)::float as busy, sum(in_service)::float as "inService"
     from (
       select cluster_name as cluster, floor(extract(epoch from date_trunc('hour', at, 'UTC')))::int as ts, gpu_type,
         sum(busy)::float / sum(samples) as busy, sum(in_service)::float / sum(samples) as in_service
       from gpu_use where at >= $1 group by 1, 2, 3
     ) by_type group by cluster, ts order by ts, cluster`,
    [from],
  );
}

/** Splits of the report, in SQL. A day, week or month is named by its first day. */
const SPLITS = {
  whole: `''`,
  day: `to_char(at at time zone 'UTC', 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD')`,
  month: `to_char(date_trunc('month', at at time zone 'UTC'), 'YYYY-MM-DD')`,
  cluster: "cluster_name",
  type: "gpu_type",
} as const;

/** GPU-hours of a part of a report, from a sample in each minute in which a worker ran. */
export interface GpuHours {
  /** A first day, a cluster or a GPU type. */
  key: string;
  busy: number;
  inService: number;
  /** GPUs in service and out of it. */
  all: number;
  /** Cents at today's prices of the hours in service, if all had been sold. */
  listCents: number;
  /** Cents that the nodes cost, by the cost that was set at the time. */
  costCents: number;
}

/** Sums the GPU-hours of the operator's own nodes over days (UTC). */
export async function sumGpuHours({ days, split }: { days: Days; split: keyof typeof SPLITS }): Promise<GpuHours[]> {
  const { from, until } = momentsOf(days);
  return await db.query<GpuHours>(
    `select ${SPLITS[split]} as key, sum(busy)::float8 / 60 as busy, sum(in_service)::float8 / 60 as "inService",
       sum(gpus)::float8 / 60 as "all", coalesce(sum(in_service * price.pph_cents), 0)::float8 / 60 as "listCents",
       sum(cost_cents)::float8 / 60 as "costCents"
     from gpu_use left join price using (gpu_type) where at >= $1 and at < $2 group by 1 order by 1`,
    [from, until],
  );
}

/** Merges the quarter-hours of a day into one row after 35 days. */
export async function mergeGpuUse({ now }: { now: Date }): Promise<void> {
  await db.query(merging(GPU_USE, "day", `at < $1::timestamptz - interval '${DAYS_AFTER}'`), [now]);
}
