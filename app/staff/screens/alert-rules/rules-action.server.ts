import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { switchRule } from "~/staff/inside/alerts/change-rules.server";
import { M } from "~/staff/messages";

export const RowId = z.coerce.number(M.notFound).int(M.notFound).min(1, M.notFound).max(2_147_483_647, M.notFound);

/** Switches rules on and off. The caller has checked that the viewer is an operator. */
export async function rulesAction(args: RouteArgs, { userId }: Viewer) {
  const to = (isOn: boolean) =>
    onForm(z.object({ rule: RowId }), async ({ rule: ruleId }, { now }) => {
      const name = await switchRule({ userId, requestId: requestIdOf(args), now }, { ruleId, isOn });
      return { notice: isOn ? `“${name}” is on.` : `“${name}” is off. Alerts that it opened end within a minute.` };
    });
  return await formAction(args, { on: to(true), off: to(false) });
}
