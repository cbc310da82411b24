import { transaction, type Tx } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { findTenantId } from "~/platform/find-tenant.server";
import { holdRight } from "~/platform/hold-right.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { writeAudit } from "~/platform/write-audit.server";
import { KILLED_BY_OWNER } from "./task-states";
import { requestStop } from "./inside/tasks/stop-task.server";
import { notifyStopped } from "./inside/tasks/notify-stopped.server";

interface Deletion {
  /** The requesting user; `tenantName` is their own account. */
  actor: WithRights & { userId: number; tenantId: number; tenantName?: string };
  taskName?: string;
  /** Tenant name of the task's account; omitted: the caller's own. Others only with `tasks.act`. */
  account?: string;
  /** Identifies the task, because an ended one may have the same name. */
  resvGuid?: string;
  requestId?: string;
  now: Date;
}

interface Found {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  state: string;
}

/**
 * Stops a task, or removes it from the queue (3.3, 6.2). Leaves a stopping task as it is. @throws Refusal M20 (no
 * name), M33 (no unfinished task of that name), M02 (another tenant's account, or the right was lost meanwhile).
 */
export async function deleteTask(deletion: Deletion): Promise<{ message: string }> {
  const { actor, taskName = "", resvGuid, now } = deletion;
  if (taskName.trim() === "" && resvGuid === undefined) throw Refusal.ofField("task_name", M.taskNameRequired);
  return await transaction(async (tx) => {
    const tenantId = await accountOf(tx, deletion);
    const task = await findUnfinished(tx, { tenantId, taskName: taskName.trim(), resvGuid });
    const byOperator = tenantId !== actor.tenantId;
    if (!byOperator) await holdRight(tx, { ...actor, now }, "tasks.act");
    const reason = byOperator ? "killed by an operator" : KILLED_BY_OWNER;
    const memberId = byOperator ? null : actor.userId;
    const { ended } = await requestStop(tx, { resvGuids: [task.resvGuid], target: "killed", reason, memberId, now });
    if (byOperator) await record(tx, deletion, task, reason);
    const wasQueued = ended.some((one) => one.resvGuid === task.resvGuid && one.state === "queued");
    return {
      message: wasQueued
        ? `Task ${task.taskName} was removed from the queue.`
        : `Task ${task.taskName} is being killed.`,
    };
  });
}

async function accountOf(tx: Tx, { actor, account }: Deletion): Promise<number> {
  if (account === undefined || account === "" || account === actor.tenantName) return actor.tenantId;
  const tenantId = await findTenantId(tx, account);
  if (tenantId === actor.tenantId) return tenantId;
  if (!hasRight(actor, "tasks.act")) throw new Refusal(M.notAllowed, { status: 403 });
  if (tenantId === null) throw new Refusal(M.notFound);
  return tenantId;
}

async function findUnfinished(
  tx: Tx,
  { tenantId, taskName, resvGuid }: { tenantId: number; taskName: string; resvGuid: string | undefined },
): Promise<Found> {
  const [task] = await tx.query<Found>(
    `select resv_guid as "resvGuid", tenant_id as "tenantId", task_name as "taskName", state from task
     where tenant_id = $1 and finished_at is null
       and case when $3::uuid is null then task_name = $2 else resv_guid = $3 end`,
    [tenantId, taskName, resvGuid ?? null],
  );
  if (!task) throw new Refusal(M.noUnfinishedTask({ task_name: taskName === "" ? (resvGuid ?? "") : taskName }));
  return task;
}

/** Records staff's action on a customer's task in the audit, and notifies the customer (0.10, 5.2). */
async function record(tx: Tx, deletion: Deletion, task: Found, reason: string): Promise<void> {
  const { actor, requestId = "", now } = deletion;
  await writeAudit(
    {
      userId: actor.userId,
      action: "task.stop",
      target: `task:${task.resvGuid}`,
      tenantId: task.tenantId,
      before: { state: task.state },
      requestId,
      now,
    },
    tx,
  );
  await notifyStopped(tx, [task], { reason, now });
}
