import { db } from "~/platform/db.server";
import { TASK_WAITS } from "./capacity-sql.server";
import { groupBy } from "~/platform/group-by";

/** A row of `GET /v1/scheduled` (3.2). */
export interface ScheduledRow {
  /** Place in the order of its cluster and GPU type (S10), from 1. */
  position: number;
  resv_guid: string;
  tenant_name: string;
  task_name: string;
  gpu_type: string;
  gpus_min: number;
  /** Epoch seconds of acceptance. */
  ts_scheduled: number;
  /** waiting_for_gpus, waiting_for_nodes, waiting_for_funds, waiting_for_volume or held; or an engine's (`engine-waits.ts`). */
  reason: string;
  /** Why it waits in the words of the cluster's scheduler; empty elsewhere. */
  engine_word: string;
  /** 1 if staff moved it to the front of the queue (S10). */
  moved_up: 0 | 1;
}

/** The queues by cluster; every cluster is a key. Places are those of the scheduler's last run, at most a second old. */
export async function readScheduled(_: { now: Date }): Promise<Record<string, ScheduledRow[]>> {
  const [clusters, tasks] = await Promise.all([
    db.query<{ name: string }>(`select name from cluster order by position, name`),
    db.query<ScheduledRow & { cluster: string }>(
      `select t.cluster_name as cluster, coalesce(t.position, 0) as position, t.resv_guid, n.tenant_name, t.task_name,
         t.gpu_type, t.gpus_min, floor(extract(epoch from t.accepted_at))::int as ts_scheduled,
         t.wait_reason as reason, coalesce(place.reason_word, '') as engine_word,
         (t.moved_up_at is not null)::int as moved_up
       from task t join tenant n on n.id = t.tenant_id
         left join engine_place place on place.resv_guid = t.resv_guid and place.attempt = t.attempts + 1
       where ${TASK_WAITS}
       order by t.gpu_type, t.position nulls last, t.accepted_at, t.resv_guid`,
    ),
  ]);
  const byCluster = groupBy(tasks, (task) => task.cluster);
  return Object.fromEntries(
    clusters.map(({ name }) => [name, (byCluster.get(name) ?? []).map(({ cluster: _cluster, ...row }) => row)]),
  );
}
