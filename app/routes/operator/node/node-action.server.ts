import { z } from "zod";
import { WRONG_EMPTY_BY } from "~/domain/nodes/drain-plan";
import { planDrain } from "~/domain/nodes/plan-drain.server";
import { setDrain } from "~/domain/nodes/set-drain.server";
import { utcMoment } from "~/domain/utc-moment";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";
import { OneMode } from "../nodes/nodes-action.server";

const PlanDrain = z.object({
  empty_by: z
    .string(WRONG_EMPTY_BY)
    .transform(utcMoment)
    .refine((moment) => moment !== null, WRONG_EMPTY_BY),
});

/** The forms of a node's page. The caller has seen that the viewer is at least an operator. */
export async function nodeAction(args: RouteArgs, viewer: Viewer, nodeName: string) {
  const by = { nodeName, userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "one-mode": onForm(OneMode, async ({ one: { flag } }, { now }) => {
      const { message } = await setDrain({ ...by, drain: flag, now });
      return { notice: message };
    }),
    "plan-drain": onForm(PlanDrain, async ({ empty_by }, { now }) => {
      const { message } = await planDrain({ ...by, emptyBy: empty_by, now });
      return { notice: message };
    }),
  });
}
