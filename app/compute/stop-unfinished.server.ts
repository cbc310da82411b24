import type { Tx } from "~/platform/db.server";
import { requestStop } from "./inside/tasks/stop-task.server";

interface Ending {
  tenantIds: readonly number[];
  /** Stops only tasks that this member started; null: all. */
  startedBy: number | null;
  reason: string;
  now: Date;
}

/** Stops all tasks of tenants that have not ended, also those that wait, because access to them ends. */
export async function stopUnfinished(tx: Tx, { tenantIds, startedBy, reason, now }: Ending): Promise<void> {
  const unfinished = await tx.query<{ resv_guid: string }>(
    `select resv_guid from task
     where tenant_id = any($1::int[]) and ($2::int is null or created_by_id = $2) and finished_at is null
     order by resv_guid`,
    [tenantIds, startedBy],
  );
  const resvGuids = unfinished.map(({ resv_guid: resvGuid }) => resvGuid);
  await requestStop(tx, { resvGuids, target: "killed", reason, now });
}
