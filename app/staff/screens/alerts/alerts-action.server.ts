import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { acknowledgeAlert } from "~/staff/inside/alerts/acknowledge-alert.server";
import { RowId } from "../alert-rules/rules-action.server";

const Acknowledged = z.object({
  alert: RowId,
  note: z.string().default(""),
});

/** Acknowledges an alert, from the list or from its page. The caller has checked that the viewer is an operator. */
export async function alertsAction(args: RouteArgs, { userId }: Viewer) {
  return await formAction(args, {
    acknowledge: onForm(Acknowledged, async ({ alert: alertId, note }, { now }) => {
      const by = { userId, requestId: requestIdOf(args), now };
      const name = await acknowledgeAlert(by, { alertId, note: note.trim() });
      return { notice: `“${name}” is acknowledged.` };
    }),
  });
}
