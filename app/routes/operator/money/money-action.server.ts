import { z } from "zod";
import { askReconcile } from "~/domain/payments/reconcile/ask-reconcile.server";
import { settleUsage } from "~/domain/payments/reconcile/settle-usage.server";
import { M } from "~/domain/messages";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf } from "~/http/request-facts.server";

const FailedUsage = z.object({ report_id: z.guid(M.M04) });

/** What can be done here. The caller has seen that the viewer is an admin. */
export async function moneyAction(request: Request, { userId }: Viewer) {
  return await formAction(request, {
    check: onForm(z.object({}), async (_fields, { now }) => {
      const { message } = await askReconcile({ userId, requestId: requestIdOf(request), now });
      return { notice: message };
    }),
    "settle-usage": onForm(FailedUsage, async ({ report_id: reportId }, { now }) => {
      const { message } = await settleUsage({ userId, reportId, requestId: requestIdOf(request), now });
      return { notice: message };
    }),
  });
}
