import { db } from "~/platform/db.server";
import { defaultTaskName } from "./inside/tasks/default-task-name";

/** Returns the default name that no unfinished task of the tenant has (9.1). `tenantId` null: a visitor's. */
export async function suggestTaskName({ tenantId, now }: { tenantId: number | null; now: Date }): Promise<string> {
  const first = defaultTaskName(now);
  if (tenantId === null) return first;
  const rows = await db.query<{ name: string }>(
    `select task_name as name from task where tenant_id = $1 and finished_at is null and starts_with(task_name, $2)`,
    [tenantId, first],
  );
  return defaultTaskName(now, new Set(rows.map(({ name }) => name)));
}
