import { prepared } from "~/platform/db.server";

/** Names of a tenant's running tasks with simulated GPUs: their load is marked as simulated. */
export async function readSimulated({ tenantId }: { tenantId: number }): Promise<string[]> {
  const rows = await prepared.query<{ task_name: string }>(
    `select t.task_name from task t
     where t.tenant_id = $1 and t.state = 'running'
       and exists (select from placement p where p.resv_guid = t.resv_guid and p.simulated)
     order by t.task_name`,
    [tenantId],
  );
  return rows.map((row) => row.task_name);
}
