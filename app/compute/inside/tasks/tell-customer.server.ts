import { createHash } from "node:crypto";
import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/compute/messages";

/**
 * Sends the customer of an unfinished task an operator's message, as a notification and a mail. The same message about
 * the same task is sent once. @throws Refusal M570 when the task has ended.
 */
export async function tellCustomer(asked: {
  userId: number;
  resvGuid: string;
  /** 1 to 500 characters. */
  text: string;
  requestId: string;
  now: Date;
}): Promise<{ message: string }> {
  const { userId, resvGuid, text, requestId, now } = asked;
  return await transaction(async (tx) => {
    await holdStaffRight(tx, asked, "tasks.act");
    const [task] = await tx.query<{ tenantId: number; taskName: string; tenantName: string }>(
      `select t.tenant_id as "tenantId", t.task_name as "taskName", n.tenant_name as "tenantName"
       from task t join tenant n on n.id = t.tenant_id where t.resv_guid = $1 and t.finished_at is null`,
      [resvGuid],
    );
    if (!task) throw new Refusal(M.taskWaitsNoMore);
    const { tenantId, taskName, tenantName } = task;
    await notify(tx, {
      tenantId,
      retcode: "OK",
      message: `About your task ${taskName}: ${text}`,
      url: `/tasks/${resvGuid}`,
      cause: `told:${resvGuid}:${createHash("sha256").update(text).digest("base64url")}`,
      now,
      mail: { subject: `About your task ${taskName}`, text: `${text}\n\n${ownUrl(`/tasks/${resvGuid}`)}` },
    });
    await writeAudit(
      { userId, action: "task.tell", target: `task:${resvGuid}`, tenantId, after: { text }, requestId, now },
      tx,
    );
    return { message: `${tenantName} is told, on screen and by mail.` };
  });
}
