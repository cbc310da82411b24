import { z } from "zod";
import { askReconcile } from "~/domain/payments/reconcile/ask-reconcile.server";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf } from "~/http/request-facts.server";

/** The one thing that can be done here. The caller has seen that the viewer is an admin. */
export async function moneyAction(request: Request, { userId }: Viewer) {
  return await formAction(request, {
    check: onForm(z.object({}), async (_fields, { now }) => {
      const { message } = await askReconcile({ userId, requestId: requestIdOf(request), now });
      return { notice: message };
    }),
  });
}
