import { z } from "zod";
import { askAuditCheck } from "~/platform/ask-check.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";

/** The actions of the screen. The caller has checked that the viewer is an admin. */
export async function auditAction(args: RouteArgs, { userId }: Viewer) {
  return await formAction(args, {
    check: onForm(z.object({}), async (_fields, { now }) => ({
      notice: (await askAuditCheck({ userId, requestId: requestIdOf(args), now })).message,
    })),
  });
}
