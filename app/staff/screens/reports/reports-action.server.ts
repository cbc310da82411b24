import { z } from "zod";
import { setNodeCost } from "~/compute/node-costs.server";
import { M } from "~/staff/messages";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, ifMay, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { typedCents } from "~/platform/typed-dollars";
import { subscribeToReports, unsubscribeFromReports } from "~/staff/inside/reports/report-readers.server";

/** Dollars per node-hour; empty removes the cost. */
const NodeCostFields = z.object({
  cluster: z.string(M.notFound).min(1, M.notFound).max(64, M.notFound),
  gpu_type: z.string(M.notFound).min(1, M.notFound).max(64, M.notFound),
  gpus: z.coerce.number(M.notFound).int(M.notFound).min(1, M.notFound).max(16, M.notFound),
  dollars: z
    .string()
    .optional()
    .transform((typed = "", context) => {
      if (typed.trim() === "") return null;
      const cents = typedCents(typed);
      if (cents === null || cents > MOST_CENTS) {
        context.addIssue({ code: "custom", message: M.nodeCost });
        return z.NEVER;
      }
      return Number(cents);
    }),
});
const MOST_CENTS = 1_000_000n;

/** The actions of the screen: the mail for all staff, the costs for admins. */
export async function reportsAction(args: RouteArgs, viewer: Viewer) {
  const { userId } = viewer;
  const setCost = onForm(NodeCostFields, async ({ cluster, gpu_type: gpuType, gpus, dollars: cents }, { now }) => {
    await setNodeCost({ cluster, gpuType, gpus, cents, userId, requestId: requestIdOf(args), now });
    return { notice: `The cost of ${gpuType} nodes in ${cluster} counts from now on.` };
  });
  return await formAction(args, {
    "node-cost": ifMay(viewer, "money.act", setCost),
    subscribe: onForm(z.object({}), async (_fields, { now }) => {
      await subscribeToReports({ userId, now });
      return { notice: "You will get the report of each month by mail." };
    }),
    unsubscribe: onForm(z.object({}), async () => {
      await unsubscribeFromReports({ userId });
      return { notice: "You no longer get the reports by mail." };
    }),
  });
}
