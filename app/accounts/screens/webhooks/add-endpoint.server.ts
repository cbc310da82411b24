import { requireConfirmed } from "~/accounts/require-confirmed";
import { addEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { EndpointInput, fieldsOf } from "~/platform/http/schemas/webhook.server";
import { proveIdentity } from "~/platform/http/show-own-key.server";

/** The form of a new endpoint. Only the response to its own request contains the secret. */
export async function addEndpointForm(args: RouteArgs, viewer: Viewer) {
  const { tenantId, userId } = viewer;
  return await formAction(args, {
    add: onForm(EndpointInput, async (fields, { now }) => {
      requireConfirmed(viewer);
      await proveIdentity(viewer, fields.password, now);
      const by = { tenantId, userId, requestId: requestIdOf(args), now };
      return Response.json(await addEndpoint(by, fieldsOf(fields)));
    }),
  });
}
