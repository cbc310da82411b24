import type { Queryable } from "~/platform/db.server";
import type { ChargedTask } from "./charge";
import { CHARGED_UNTIL, IS_CHARGED } from "./read-available.server";

/** Lists all tasks of a tenant that cost money at `now`, including stopping ones; or only those that a limit counts. */
export async function readChargedTasks(
  q: Queryable,
  tenantId: number,
  now: Date,
  of: { userId?: number; keyLineId?: number } = {},
): Promise<ChargedTask[]> {
  return await q.query<ChargedTask>(
    `select pph, ceil(extract(epoch from charged_to))::float8 as from,
       floor(extract(epoch from ${CHARGED_UNTIL}))::float8 as until
     from task where tenant_id = $1 and ($3::int is null or created_by_id = $3)
       and ($4::int is null or key_line_id = $4) and ${IS_CHARGED}`,
    [tenantId, now, of.userId ?? null, of.keyLineId ?? null],
  );
}
