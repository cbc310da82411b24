import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { holdRight } from "~/platform/hold-right.server";
import { type JobRow, readJobs } from "~/compute/list-jobs.server";
import { requireOwnTask } from "./require-own-task.server";
import { requireDisplayName, requireTags } from "~/compute/task-tags";

interface Description {
  tenantId: number;
  userId: number;
  resvGuid: string;
  /** Empty: its name is shown again; omitted: unchanged. */
  displayName?: string | undefined;
  /** Omitted: unchanged. */
  tags?: string | readonly string[] | undefined;
  now: Date;
}

/**
 * Sets the display name and the tags of one of the tenant's tasks, unfinished or not (9.8). The documented name stays:
 * logins, statements and programs use it. Idempotent. @throws Refusal M02, M04 (404), M222 to M225.
 */
export async function describeTask(given: Description): Promise<{ message: string; job: JobRow }> {
  const { tenantId, resvGuid, now } = given;
  const displayName = given.displayName === undefined ? null : requireDisplayName(given.displayName);
  const tags = given.tags === undefined ? null : requireTags(given.tags);
  await requireOwnTask(resvGuid, tenantId);
  await transaction(async (tx) => {
    await holdRight(tx, given, "tasks.act");
    const changed = await tx.query(
      `update task set display_name = coalesce($3, display_name), tags = coalesce($4::text[], tags), version = version + 1
       where resv_guid = $1 and tenant_id = $2
         and (display_name, tags) is distinct from (coalesce($3, display_name), coalesce($4::text[], tags))
       returning 1`,
      [resvGuid, tenantId, displayName, tags],
    );
    if (changed.length > 0) await announce(tx, [{ entity: "task", key: resvGuid }]);
  });
  const [job] = await readJobs({ resvGuids: [resvGuid], now });
  if (!job) throw new Error(`task ${resvGuid} was described and is not there`);
  return { message: `Task ${job.task_name} was changed.`, job };
}
