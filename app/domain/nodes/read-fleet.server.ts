import { db } from "~/db.server";
import type { NodeHealth } from "./node-health";

/** What a list of all nodes needs of each: no more, for there may be thousands. Times are epoch seconds. */
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
  /** GPUs that tasks hold, the tasks and their tenants. */
  used: number;
  tasks: number;
  tenants: number;
  /** Of those tenants, with spaces between; left empty unless asked for. */
  tenant_names: string;
  /** Of the last report; 0 where none came. */
  errors: number;
  reboot: boolean;
  reported_ts: number | null;
  /** Null where its agent names none. */
  agent_version: string | null;
  /** By when it shall be empty; null when nobody has said so. */
  empty_by_ts: number | null;
  /** That time has passed, and tasks still hold GPUs. */
  overdue: boolean;
}

/** Every enrolled node by name. What holds its GPUs is counted from those that are held, never from past placements. */
export async function readFleet({
  now,
  tenantNames = false,
}: {
  now: Date;
  tenantNames?: boolean;
}): Promise<FleetNode[]> {
  return await db.query<FleetNode>(
    `with holding as (
       select h.node_id, p.resv_guid, t.tenant_id, count(*)::int as gpus
       from held_gpu h join placement p on p.placement_id = h.placement_id join task t on t.resv_guid = p.resv_guid
       group by h.node_id, p.resv_guid, t.tenant_id
     ), held as (
       select holding.node_id, sum(holding.gpus)::int as used, count(*)::int as tasks,
         count(distinct holding.tenant_id)::int as tenants
       from holding group by holding.node_id
     ), named as (
       select holding.node_id, string_agg(distinct tenant.tenant_name, ' ') as names
       from holding join tenant on tenant.id = holding.tenant_id where $1::boolean group by holding.node_id
     )
     select n.node_name, n.cluster_name, n.gpu_type, n.ip_internal, n.ip_public, n.drain, n.health, n.version, n.gpus,
       coalesce(held.used, 0) as used, coalesce(held.tasks, 0) as tasks, coalesce(held.tenants, 0) as tenants,
       coalesce(named.names, '') as tenant_names,
       coalesce((n.sysinfo ->> 'error_counter')::int, 0) as errors,
       coalesce((n.sysinfo ->> 'ubuntu_needs_reboot')::int = 1, false) as reboot,
       case when n.sysinfo is not null then floor(extract(epoch from n.reported_at))::int end as reported_ts,
       n.agent_version, floor(extract(epoch from d.empty_by))::int as empty_by_ts,
       coalesce(d.empty_by <= $2::timestamptz and held.used > 0, false) as overdue
     from node n left join held on held.node_id = n.id left join named on named.node_id = n.id
       left join drain_plan d on d.node_id = n.id
     where n.retired_at is null order by n.node_name`,
    [tenantNames, now],
  );
}
