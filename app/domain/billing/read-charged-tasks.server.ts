import type { Queryable } from "~/db.server";
import type { ChargedTask } from "./charge";
import { IS_CHARGED } from "./read-available.server";

/** All tasks of a tenant that cost money, those that are stopping included. */
export async function readChargedTasks(q: Queryable, tenantId: number): Promise<ChargedTask[]> {
  return await q.query<ChargedTask>(
    `select pph, ceil(extract(epoch from charged_to))::float8 as from,
       floor(extract(epoch from stop_at))::float8 as until
     from task where tenant_id = $1 and ${IS_CHARGED}`,
    [tenantId],
  );
}
