import { z } from "zod";
import { ReserveFields, type ReserveInput } from "~/domain/reserve/reserve-input";
import { reserveTask } from "~/domain/reserve/reserve-task.server";
import { storeSshKey } from "~/domain/ssh-keys/store-ssh-key.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { countRequest } from "~/http/rate-limit.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { SAVE_KEY } from "../../customer/key-form";
import { saveKeyIntent } from "../../customer/save-key.server";
import { SAVE_KEY_AND_START } from "./first-key";

const WithKey = ReserveFields.extend({ ssh_public_key: z.string().default("") });

/** 'Start Task' and 'Enqueue Task': the rules of POST /v1/reserve, then the task list (2.5); before, a missing key. */
export async function startTask(args: RouteArgs) {
  const viewer = await requireCustomer(args, "rent");
  const { tenantId, userId } = viewer;
  const reserve = async (fields: ReserveInput, enqueue: boolean, now: Date) => {
    await countRequest("reserve", String(tenantId));
    const input = { ...fields, enqueue };
    const idempotencyKey = fields.idempotency_key ?? null;
    const answer = await reserveTask({ tenantId, userId, input, idempotencyKey, now });
    return { notice: answer.human_readable_message, to: "/tasks" };
  };
  return await formAction(args, {
    start: onForm(ReserveFields, (fields, { now }) => reserve(fields, false, now)),
    enqueue: onForm(ReserveFields, (fields, { now }) => reserve(fields, true, now)),
    [SAVE_KEY]: saveKeyIntent(viewer),
    // A start that is refused leaves the key stored, for the next one.
    [SAVE_KEY_AND_START]: onForm(WithKey, async ({ ssh_public_key: sshPublicKey, ...fields }, { now }) => {
      const { id } = await storeSshKey({ tenantId, sshPublicKey, now });
      return await reserve({ ...fields, ssh_key_id: id }, false, now);
    }),
  });
}
