import { z } from "zod";
import { M } from "~/compute/messages";
import { onTo } from "~/platform/own-path";
import { Refusal } from "~/platform/refusal";
import { AGENT_DEFAULT, isAgentOption } from "~/compute/inside/tasks/agent-options";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { refuseOrder } from "~/compute/inside/reserve/refuse-order.server";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { stopsOfAgent } from "~/compute/inside/reserve/stop-rules";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { volumesIn } from "~/compute/inside/volumes/volume-list";
import { optionalUser, requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { SAVE_KEY } from "../key-form";
import { choiceOf, orderPath, searchOfChoice } from "../reservation/choice";
import { ALL_FIELDS, type Choice, type FieldName } from "../reservation/fields";

const ChoiceFields = z.object(
  Object.fromEntries(ALL_FIELDS.map(([name, { usual = "" }]) => [name, z.string().default(usual)])) as Record<
    FieldName,
    z.ZodDefault<z.ZodString>
  >,
);
const Pasted = { ssh_public_key: z.string().default("") };
/** A step on the way to a start. `step` is the one that the form belongs to. */
const StepFields = ChoiceFields.extend({ ...Pasted, step: z.string().default(""), amount: z.string().default("") });
/** `row` is cluster and GPU type in one. The further volumes of a task that is started again have no field in a request. */
const OrderFields = ReserveFields.extend({
  ...Pasted,
  row: z.string().default(""),
  more_volumes: z.string().default(""),
});

/**
 * The form on Rent and its confirm step. Every button first stores a pasted key. 'Start Task' and 'Enqueue Task' follow
 * the rules of POST /v1/reserve and lead to the screen of the task (2.5); the others lead on with the order in its
 * present form.
 */
export async function act(args: RouteArgs) {
  const storeKey = async (sshPublicKey: string, now: Date) => {
    const { tenantId, userId } = await requireCustomer(args, "rent");
    return await storeSshKey({ tenantId, userId, sshPublicKey, now });
  };
  const leadTo = (pathOf: (choice: Choice, step: { step: string; amount: string }) => string, needsKey = false) =>
    onForm(StepFields, async ({ ssh_public_key: pasted, step, amount, ...typed }, { now }) => {
      const stores = needsKey || (pasted.trim() !== "" && (await optionalUser(args)) !== null);
      const key = stores ? await storeKey(pasted, now) : null;
      const choice = choiceOf((name) => (key && name === "ssh_key_id" ? String(key.id) : typed[name]));
      return { ...(key ? { notice: key.message } : {}), to: pathOf(choice, { step, amount }) };
    });
  const reserve = (enqueue: boolean) =>
    onForm(OrderFields, async ({ ssh_public_key: pasted, row, more_volumes: more, ...fields }, { now }) => {
      const { tenantId, userId } = await requireCustomer(args, "rent");
      await countRequest("reserve", String(tenantId));
      const volumes = volumesIn(more);
      if (volumes === null) throw Refusal.ofField("volumes", M.unreadable);
      const { agent = AGENT_DEFAULT } = fields;
      const [cluster_name = fields.cluster_name, gpu_type = fields.gpu_type] = row === "" ? [] : row.split(":");
      const order = {
        ...(isAgentOption(agent) ? stopsOfAgent(fields, agent) : fields),
        ...{ cluster_name, gpu_type, volumes, enqueue },
      };
      const key =
        pasted.trim() === ""
          ? null
          : await storeKey(pasted, now).catch((fault: unknown) => {
              if (!(fault instanceof Refusal)) throw fault;
              return refuseOrder({ tenantId, userId, input: order, refusal: fault, now });
            });
      const input = key ? { ...order, ssh_key_id: key.id } : order;
      const idempotencyKey = fields.idempotency_key ?? null;
      const answer = await reserveTask({ tenantId, userId, input, idempotencyKey, now });
      return { notice: answer.human_readable_message, to: `/tasks/${answer.resv_guid}` };
    });
  const confirm = (choice: Choice) => `/rent?step=confirm&${searchOfChoice(choice)}`;
  return await formAction(args, {
    proceed: leadTo(confirm),
    choose: leadTo(orderPath),
    register: leadTo((choice) => onTo("/register", orderPath(choice))),
    login: leadTo((choice) => onTo("/login", orderPath(choice))),
    funds: leadTo((choice, { amount }) =>
      onTo(
        amount === "" ? "/billing/add-funds" : `/billing/add-funds?${new URLSearchParams({ amount })}`,
        orderPath(choice),
      ),
    ),
    [SAVE_KEY]: leadTo((choice, { step }) => (step === "confirm" ? confirm(choice) : orderPath(choice)), true),
    start: reserve(false),
    enqueue: reserve(true),
  });
}
