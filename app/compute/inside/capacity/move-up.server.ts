import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { TASK_WAITS } from "~/compute/capacity-sql.server";
import { M } from "~/compute/messages";

/**
 * Moves a waiting task to the front of its queue (S10), for an operator. The customer reads the reason. @throws Refusal
 * M570 when it no longer waits.
 */
export async function moveUp(asked: {
  userId: number;
  resvGuid: string;
  /** 1 to 200 characters. */
  reason: string;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  const { userId, resvGuid, reason, requestId, now } = asked;
  return await transaction(async (tx) => {
    await holdStaffRight(tx, asked, "tasks.act");
    const [task] = await tx.query<{
      tenantId: number;
      taskName: string;
      clusterName: string;
      position: number | null;
    }>(
      `update task t set moved_up_at = $2, version = t.version + 1 where t.resv_guid = $1 and ${TASK_WAITS}
       returning t.tenant_id as "tenantId", t.task_name as "taskName", t.cluster_name as "clusterName", t.position`,
      [resvGuid, now],
    );
    if (!task) throw new Refusal(M.taskWaitsNoMore);
    const { tenantId, taskName, clusterName, position } = task;
    await writeAudit(
      {
        ...{ userId, action: "task.move-up", target: `task:${resvGuid}`, tenantId, reason },
        ...{ before: { position }, after: { position: 1 }, requestId, now },
      },
      tx,
    );
    await announce(
      tx,
      [
        { entity: "task", key: resvGuid },
        { entity: "scheduled", key: clusterName },
      ],
      [{ command: "wake", key: "scheduler" }],
    );
    return { message: `${taskName} is now at the front of its queue.` };
  });
}
