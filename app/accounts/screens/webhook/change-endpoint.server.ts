import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { changeEndpoint, deleteEndpoint, rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import { readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { sendAgain, sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { EndpointInput, fieldsOf, placeOf } from "~/platform/http/schemas/webhook.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

const Nothing = z.object({});
const Resend = z.object({ id: z.string().default("") });

/** The forms of one endpoint. Only the response to its own request contains a new secret. */
export async function changeEndpointForms(args: RouteArgs, viewer: Viewer, endpointId: string) {
  const { tenantId, userId } = viewer;
  const requestId = requestIdOf(args);
  /** Shares its limit with the API's paths. */
  const toSend = async () => {
    requireConfirmed(viewer);
    await countRequest("search", String(tenantId));
  };
  const byAt = (now: Date) => ({ tenantId, userId, requestId, now });
  const turned = (enabled: boolean, notice: string) =>
    onForm(Nothing, async (_none, { now }) => {
      requireConfirmed(viewer);
      await changeEndpoint(byAt(now), { endpointId, enabled });
      return { notice };
    });
  return await formAction(args, {
    change: onForm(EndpointInput, async (fields, { now }) => {
      requireConfirmed(viewer);
      const { url } = await readEndpoint({ tenantId, endpointId, now });
      if (fields.url !== url) await proveIdentity(viewer, fields.password, now);
      await changeEndpoint(byAt(now), { endpointId, ...fieldsOf(fields) });
      return { notice: "Endpoint saved." };
    }),
    "switch-on": turned(true, "The endpoint is switched on."),
    "switch-off": turned(false, "The endpoint is switched off."),
    rotate: onForm(Proof, async ({ password }, { now }) => {
      requireConfirmed(viewer);
      await proveIdentity(viewer, password, now);
      return Response.json(await rotateSecret(byAt(now), { endpointId }));
    }),
    delete: onForm(Nothing, async (_none, { now }) => {
      await deleteEndpoint(byAt(now), { endpointId });
      return { notice: "The endpoint was deleted.", to: "/user/webhooks" };
    }),
    test: onForm(Nothing, async (_none, { now }) => {
      await toSend();
      await sendTest({ tenantId, endpointId, now });
      return { notice: "A test is on its way. Its answer appears under Deliveries." };
    }),
    resend: onForm(Resend, async ({ id }, { now }) => {
      await toSend();
      const deliveryId = placeOf(id);
      if (deliveryId === null) throw new Refusal(M.notFound, { status: 404 });
      await sendAgain({ tenantId, endpointId, deliveryId, now });
      return { notice: "The event is being sent again." };
    }),
  });
}
