import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { stopViewing, viewAsCustomer } from "~/accounts/view-as-customer.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { reason } from "~/platform/http/schemas/reason.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { requireUser } from "../user/read-user-screen.server";

type Customer = Awaited<ReturnType<typeof requireUser>>;

/** The owner of the tenant in the screen's address; a 404 for anyone else. */
export async function customerOf({ params }: LoaderFunctionArgs): Promise<Customer> {
  return await requireUser({ tenantName: params["tenantName"] ?? "" });
}

/** Begins and ends a view as customer (16.12). */
export async function viewAction(args: RouteArgs, { userId: actorId, sessionId }: Viewer, customer: Customer) {
  const { tenantId, tenant_name: tenantName } = customer;
  return await formAction(
    args,
    {
      view: onForm(z.object({ reason }), async ({ reason: why }, { now }) => {
        await viewAsCustomer({ sessionId, actorId, tenantId, reason: why, requestId: requestIdOf(args), now });
        return { to: "/tasks" };
      }),
      stop: onForm(z.object({}), async () => {
        await stopViewing({ sessionId, actorId });
        return { to: `/users/stats/${encodeURIComponent(tenantName)}`, notice: "You see your own account again." };
      }),
    },
    // A page that was drawn before the view began, or before it ended, can do both.
    { anyTeam: ["view", "stop"] },
  );
}
