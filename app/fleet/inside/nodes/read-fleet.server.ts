import { db } from "~/platform/db.server";
import { isFinal, TASK_STATES } from "~/compute/task-states";
import { FAILED_CHORE } from "./chores/chore-sql";
import type { NodeHealth } from "~/fleet/node-health";

/** The fields of a node in a list of all nodes; few, because there may be thousands. Times are epoch seconds. */
export interface FleetNode {
  node_name: string;
  cluster_name: string;
  gpu_type: string;
  ip_internal: string;
  ip_public: string | null;
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  health: NodeHealth;
  /** Version of the `node` event. */
  version: number;
  gpus: number;
  /** GPUs that tasks hold. */
  used: number;
  /**
   * Number of these tasks, of their tenants, and the tenants' names separated by spaces: 0 and empty unless requested.
   */
  tasks: number;
  tenants: number;
  tenant_names: string;
  /** Time of the last report; 0 if there is none. */
  errors: number;
  reboot: boolean;
  reported_ts: number | null;
  /** Null if its agent reports none. */
  agent_version: string | null;
  /** Time by which it should be empty; null without a plan. */
  empty_by_ts: number | null;
  /** True if that time has passed while tasks still hold GPUs. */
  overdue: boolean;
  /** Open findings that are critical, and warnings. */
  critical: number;
  warnings: number;
  /** True if it was silent recently, or too often: it gets no tasks. */
  unsteady: boolean;
  /** True if it gets no tasks until a self-test has passed. */
  awaits_test: boolean;
  /** True if its last self-test or maintenance command failed. */
  failed_chore: boolean;
  /** Names of operators; the rack is empty if none is given. */
  rack: string;
  labels: string[];
}

/** States in which a task holds GPUs. */
const HOLDING = TASK_STATES.filter((state) => state !== "queued" && !isFinal(state));

/**
 * Reads every enrolled node, unordered. GPUs are counted from the present holds. Tasks and tenants are read only on
 * request, because they cost a look-up per task. Unfinished tasks are read at once, other tasks that still hold GPUs
 * one by one. `offset 0` keeps look-ups by index, so that the growing history of placements and tasks is not read.
 */
export async function readFleet({
  now,
  withTenants = false,
}: {
  now: Date;
  withTenants?: boolean;
}): Promise<FleetNode[]> {
  return await db.query<FleetNode>(
    `with held as (
       select h.node_id, count(*)::int as used from held_gpu h group by h.node_id
     ), open_task as materialized (
       select resv_guid, tenant_id from task where $1::boolean and state = any($3::text[])
     ), named as (
       select n.id as node_id, count(distinct p.resv_guid)::int as tasks, count(distinct tenant.id)::int as tenants,
         string_agg(distinct tenant.tenant_name, ' ') as names
       from node n
         cross join lateral (select p.resv_guid from placement p
           where p.node_id = n.id and p.ended_at is null offset 0) p
         left join open_task on open_task.resv_guid = p.resv_guid
         left join lateral (select task.tenant_id from task
           where open_task.resv_guid is null and task.resv_guid = p.resv_guid offset 0) ended_task on true
         join tenant on tenant.id = coalesce(open_task.tenant_id, ended_task.tenant_id)
       where $1::boolean and n.retired_at is null and n.pilot_of is null group by n.id
     )
     select n.node_name, n.cluster_name, n.gpu_type, n.ip_internal, n.ip_public, n.drain, n.health, n.version, n.gpus,
       coalesce(held.used, 0) as used, coalesce(named.tasks, 0) as tasks, coalesce(named.tenants, 0) as tenants,
       coalesce(named.names, '') as tenant_names,
       coalesce((n.sysinfo ->> 'error_counter')::int, 0) as errors,
       coalesce((n.sysinfo ->> 'ubuntu_needs_reboot')::int = 1, false) as reboot,
       case when n.sysinfo is not null then floor(extract(epoch from n.reported_at))::int end as reported_ts,
       n.agent_version, floor(extract(epoch from d.empty_by))::int as empty_by_ts,
       coalesce(d.empty_by <= $2::timestamptz and held.used > 0, false) as overdue,
       coalesce(f.critical, 0) as critical, coalesce(f.warnings, 0) as warnings,
       n.health <> 'dead' and (n.contact = 'suspect' or n.flapping) as unsteady, n.awaits_test,
       coalesce(${FAILED_CHORE}, false) as failed_chore, n.rack, n.labels
     from node n left join held on held.node_id = n.id left join named on named.node_id = n.id
       left join drain_plan d on d.node_id = n.id
       left join (select node_id, (count(*) filter (where severity = 'critical'))::int as critical,
           (count(*) filter (where severity = 'warning'))::int as warnings
         from node_finding where cleared_at is null group by node_id) f on f.node_id = n.id
     where n.retired_at is null and n.pilot_of is null`,
    [withTenants, now, HOLDING],
  );
}
