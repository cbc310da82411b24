import { ReserveFields } from "~/domain/tasks/reserve-input";
import { reserveTask } from "~/domain/tasks/reserve-task.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { countRequest } from "~/http/rate-limit.server";

/** 'Start Task' and 'Enqueue Task': the rules of POST /v1/reserve, then the task list (2.5). */
export async function startTask(request: Request) {
  const { tenantId, userId } = await requireCustomer(request);
  const reserve = (enqueue: boolean) =>
    onForm(ReserveFields, async (fields, { now }) => {
      await countRequest("reserve", String(tenantId));
      const input = { ...fields, enqueue };
      const idempotencyKey = fields.idempotency_key ?? null;
      const answer = await reserveTask({ tenantId, userId, input, idempotencyKey, now });
      return { notice: answer.human_readable_message, to: "/tasks" };
    });
  return await formAction(request, { start: reserve(false), enqueue: reserve(true) });
}
