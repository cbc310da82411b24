import { db, prepared } from "~/platform/db.server";
import { fundsWithTask } from "~/money/funds-with-task";
import { readFundsOf } from "~/money/read-funds-now.server";
import { HOLD_FROM_GPUS } from "~/compute/placing-times";
import { GPUS_PER_NODE, type Network } from "~/compute/gpu-sizes";
import { readFree } from "~/compute/read-free.server";
import { likelyStart } from "~/compute/likely-start-sql";
import { MEASURED_DAYS, type MeasuredWaits, type QueueWait } from "~/compute/queue-wait";

type WaitRow = Omit<QueueWait, "wantingCents" | "fits"> & {
  resvGuid: string;
  tenantId: number;
  pph: number;
} & GpusAsked;

interface GpusAsked {
  clusterName: string;
  gpuType: string;
  network: Network;
  gpus: number;
}

/** Reads the waits of a tenant's queued tasks by resv_guid: all, or the named one. */
export async function readQueueWaits({
  tenantId,
  resvGuid = null,
  now,
}: {
  tenantId: number;
  resvGuid?: string | null;
  now: Date;
}): Promise<Record<string, QueueWait>> {
  return await withFunds(await prepared.query<WaitRow>(WAITS, [tenantId, resvGuid, now]), now);
}

/** Reads the waits of these queued tasks, of any tenants, for staff. */
export async function readWaitsOf({ resvGuids, now }: { resvGuids: string[]; now: Date }) {
  return await withFunds(await db.query<WaitRow>(WAITS_OF, [resvGuids, now]), now);
}

async function withFunds(rows: WaitRow[], now: Date): Promise<Record<string, QueueWait>> {
  if (rows.length === 0) return {};
  const tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const ofOne = tenantIds.length === 1 ? (tenantIds[0] ?? null) : null;
  const [funds, free] = await Promise.all([readFundsOf({ tenantIds, now }), readFree({ tenantId: ofOne, now })]);
  return Object.fromEntries(
    rows.map(({ resvGuid: id, tenantId, pph, clusterName, gpuType, network, gpus, ...wait }) => {
      const row = free.find((one) => one.cluster_name === clusterName && one.gpu_type === gpuType);
      const fits = row?.fits[network]?.includes(gpus) ?? false;
      const own = funds.get(tenantId);
      return [id, { ...wait, fits, wantingCents: own ? fundsWithTask(own, pph).wantingCents : 0 }];
    }),
  );
}

/** Reads how long tasks like a new one have waited in the queue; `gpus` is its smallest size. */
export async function readWaitsLike({
  clusterName,
  gpuType,
  gpus,
  now,
}: {
  clusterName: string;
  gpuType: string;
  gpus: number;
  now: Date;
}): Promise<MeasuredWaits> {
  const [waits] = await prepared.query<MeasuredWaits>(WAITS_LIKE, [clusterName, gpuType, now, gpus]);
  return waits ?? { samples: 0, medianS: null, p90S: null };
}

/**
 * SQL for the class of a size. From 4 GPUs on a task may have the hold (S11); above 8 it needs several nodes. So the
 * classes wait for different times.
 */
const SIZE_CLASS = (gpus: string) =>
  `case when ${gpus} > ${GPUS_PER_NODE} then 'gang' when ${gpus} < ${HOLD_FROM_GPUS} then 'part' else 'node' end`;

/**
 * SQL for the waits of each kind (cluster, GPU type, class of size) in `kinds`. Tasks that Start Task placed at once
 * never queued and are left out. `now` is its parameter.
 */
const MEASURED = (kinds: string, now = "$3") => `waits as (
  select kind.cluster_name, kind.gpu_type, kind.size_class,
    extract(epoch from min(event.at) - task.accepted_at)::float8 as waited_s
  from (select distinct cluster_name, gpu_type, size_class from ${kinds}) kind
  join task on task.cluster_name = kind.cluster_name and task.gpu_type = kind.gpu_type
    and task.placed_at >= ${now}::timestamptz - interval '${MEASURED_DAYS} days' and task.placed_at <= ${now}
    and ${SIZE_CLASS("task.gpus_min")} = kind.size_class
  join task_event event on event.resv_guid = task.resv_guid
    and event.from_state = 'queued' and event.to_state = 'placing'
    and exists (select from task_event accepted where accepted.resv_guid = task.resv_guid and accepted.to_state = 'queued')
  group by kind.cluster_name, kind.gpu_type, kind.size_class, task.resv_guid, task.accepted_at
  having min(event.at) >= ${now}::timestamptz - interval '${MEASURED_DAYS} days'
), measured as (
  select cluster_name, gpu_type, size_class, count(*)::int as samples,
    round(percentile_cont(0.5) within group (order by waited_s))::int as median_s,
    round(percentile_cont(0.9) within group (order by waited_s))::int as p90_s
  from waits group by cluster_name, gpu_type, size_class
)`;

/** SQL for the number of tasks in the queue of a waiting one. */
const QUEUED = `(select count(*)::int from task where (state = 'queued' or position is not null)
     and cluster_name = waiting.cluster_name and gpu_type = waiting.gpu_type)`;

/** SQL for the waits of the tasks that match `which`. */
const WAITS_WHERE = (which: string, now: string, queued: string) => `
with waiting as materialized (
  select resv_guid, tenant_id, cluster_name, gpu_type, ${SIZE_CLASS("gpus_min")} as size_class, accepted_at, pph, network, gpus_min
  from task where ${which} and (state = 'queued' or position is not null)
), ${MEASURED("waiting", now)}
select waiting.resv_guid as "resvGuid", waiting.tenant_id as "tenantId", waiting.pph, waiting.cluster_name as "clusterName", waiting.gpu_type as "gpuType",
  waiting.network, waiting.gpus_min as gpus,
  greatest(0, extract(epoch from ${now}::timestamptz - waiting.accepted_at))::int as "waitedS",
  ${queued} as queued,
  coalesce(measured.samples, 0) as samples, measured.median_s as "medianS", measured.p90_s as "p90S",
  extract(epoch from (select max(place.starts_about) from engine_place place where place.resv_guid = waiting.resv_guid
    and place.state = 'waiting' and place.starts_about > ${now}))::float8 as "startsAboutTs",
  estimate.from_ts as "startsFromTs", estimate.until_ts as "startsUntilTs"
from waiting left join measured using (cluster_name, gpu_type, size_class)
left join lateral (${likelyStart("waiting.resv_guid", now)}) estimate on true`;

/** $1 tenant, $2 one of its tasks or null. */
const WAITS = WAITS_WHERE("tenant_id = $1 and ($2::uuid is null or resv_guid = $2)", "$3", QUEUED);

/** $1 tasks. Staff see how many wait elsewhere, and counting them for each task takes long. */
const WAITS_OF = WAITS_WHERE("resv_guid = any($1::uuid[])", "$2", "0");

/** $1 cluster, $2 GPU type, $4 GPUs. */
const WAITS_LIKE = `
with asked as (
  select $1::text as cluster_name, $2::text as gpu_type, ${SIZE_CLASS("$4::int")} as size_class
), ${MEASURED("asked")}
select samples, median_s as "medianS", p90_s as "p90S" from measured`;
