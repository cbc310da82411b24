import { z } from "zod";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { volumesIn } from "~/compute/inside/volumes/volume-list";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { SAVE_KEY } from "../key-form";
import { saveKeyIntent } from "../save-key.server";
import { SAVE_KEY_AND_START } from "./first-key";

/** Value that the form has no field for: the further volumes of a task that is started again. */
const FormFields = ReserveFields.extend({ more_volumes: z.string().default("") });
const WithKey = FormFields.extend({ ssh_public_key: z.string().default("") });

/** 'Start Task' and 'Enqueue Task': the rules of POST /v1/reserve, then the task list (2.5); before, a missing key. */
export async function startTask(args: RouteArgs) {
  const viewer = await requireCustomer(args, "rent");
  const { tenantId, userId } = viewer;
  const reserve = async ({ more_volumes, ...fields }: z.output<typeof FormFields>, enqueue: boolean, now: Date) => {
    await countRequest("reserve", String(tenantId));
    const volumes = volumesIn(more_volumes);
    if (volumes === null) throw Refusal.ofField("volumes", M.unreadable);
    const input = { ...fields, volumes, enqueue };
    const idempotencyKey = fields.idempotency_key ?? null;
    const answer = await reserveTask({ tenantId, userId, input, idempotencyKey, now });
    return { notice: answer.human_readable_message, to: "/tasks" };
  };
  return await formAction(args, {
    start: onForm(FormFields, (fields, { now }) => reserve(fields, false, now)),
    enqueue: onForm(FormFields, (fields, { now }) => reserve(fields, true, now)),
    [SAVE_KEY]: saveKeyIntent(viewer),
    // A refused start leaves the key stored, for the next one.
    [SAVE_KEY_AND_START]: onForm(WithKey, async ({ ssh_public_key: sshPublicKey, ...fields }, { now }) => {
      const { id } = await storeSshKey({ tenantId, userId, sshPublicKey, now });
      return await reserve({ ...fields, ssh_key_id: id }, false, now);
    }),
  });
}
