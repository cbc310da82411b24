import { z } from "zod";
import { askReconcile } from "~/staff/inside/reconcile/ask-reconcile.server";
import { settleUsage } from "~/staff/inside/reconcile/settle-usage.server";
import { M } from "~/staff/messages";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";

const FailedUsage = z.object({ report_id: z.guid(M.notFound) });

/** The actions of the screen. The caller has checked that the viewer is an admin. */
export async function moneyAction(args: RouteArgs, { userId }: Viewer) {
  return await formAction(args, {
    check: onForm(z.object({}), async (_fields, { now }) => {
      const { message } = await askReconcile({ userId, requestId: requestIdOf(args), now });
      return { notice: message };
    }),
    "settle-usage": onForm(FailedUsage, async ({ report_id: reportId }, { now }) => {
      const { message } = await settleUsage({ userId, reportId, requestId: requestIdOf(args), now });
      return { notice: message };
    }),
  });
}
