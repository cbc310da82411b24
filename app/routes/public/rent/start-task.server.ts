import { ReserveFields } from "~/domain/reserve/reserve-input";
import { reserveTask } from "~/domain/reserve/reserve-task.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { countRequest } from "~/http/rate-limit.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { SAVE_KEY } from "../../customer/key-form";
import { saveKeyIntent } from "../../customer/save-key.server";

/** 'Start Task' and 'Enqueue Task': the rules of POST /v1/reserve, then the task list (2.5); before, a missing key. */
export async function startTask(args: RouteArgs) {
  const viewer = await requireCustomer(args, "rent");
  const { tenantId, userId } = viewer;
  const reserve = (enqueue: boolean) =>
    onForm(ReserveFields, async (fields, { now }) => {
      await countRequest("reserve", String(tenantId));
      const input = { ...fields, enqueue };
      const idempotencyKey = fields.idempotency_key ?? null;
      const answer = await reserveTask({ tenantId, userId, input, idempotencyKey, now });
      return { notice: answer.human_readable_message, to: "/tasks" };
    });
  return await formAction(args, {
    start: reserve(false),
    enqueue: reserve(true),
    [SAVE_KEY]: saveKeyIntent(viewer),
  });
}
