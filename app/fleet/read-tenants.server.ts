import { db } from "~/platform/db.server";
import { isJoined, type OrNulls } from "~/platform/outer-join";

/** A task on a node in `/dashboard/tenants` (3.2). */
interface TenantOnNode {
  tenant_name: string;
  resv_guid: string;
  tenant_image: string;
  ts_scheduled: number;
  gpus_min: number;
  pph: number;
  gpu_type: string;
}

/** `gpus[i]` are the GPU ids of `tasks[i]`. */
export interface NodeTenants {
  gpus: number[][];
  tasks: TenantOnNode[];
}

/**
 * Reads tenants by node key, of all nodes or of those keys; every node that ever reported has its key. Every task that
 * holds GPUs is included, stopping ones too.
 */
export async function readTenants({ keys = null }: { keys?: readonly string[] | null } = {}): Promise<
  Record<string, NodeTenants>
> {
  const rows = await db.query<OrNulls<TenantOnNode> & { key: string; gpus: number[] | null }>(
    `select n.node_key as key, p.gpus, tenant.tenant_name, t.resv_guid, t.tenant_image,
       floor(extract(epoch from t.accepted_at))::int as ts_scheduled, t.gpus_min, t.pph, t.gpu_type
     from node n
     left join placement p on p.node_id = n.id and p.ended_at is null
     left join task t on t.resv_guid = p.resv_guid
     left join tenant on tenant.id = t.tenant_id
     where n.retired_at is null and n.pilot_of is null and n.reported_at is not null and ($1::text[] is null or n.node_key = any($1))
     order by n.node_key, p.gpus`,
    [keys],
  );
  const byKey: Record<string, NodeTenants> = {};
  for (const { key, gpus, ...task } of rows) {
    const node = (byKey[key] ??= { gpus: [], tasks: [] });
    if (gpus === null || !isJoined<TenantOnNode>(task, "resv_guid")) continue;
    node.gpus.push(gpus);
    node.tasks.push(task);
  }
  return byKey;
}
