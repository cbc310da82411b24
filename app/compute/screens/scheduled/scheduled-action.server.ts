import { z } from "zod";
import { deleteTask } from "~/compute/delete-task.server";
import { moveUp } from "~/compute/inside/capacity/move-up.server";
import { tellCustomer } from "~/compute/inside/tasks/tell-customer.server";
import { M } from "~/compute/messages";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { pagePath } from "~/platform/http/page-path";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { refuseHidden } from "~/platform/refuse-hidden";

const REASON_MAX = 200;
const REASON_TEXT = `A reason has 1 to ${REASON_MAX} characters.`;
const MESSAGE_MAX = 500;
const MESSAGE_TEXT = `A message has 1 to ${MESSAGE_MAX} characters.`;

const resv_guid = z.guid(M.unreadable);
const MoveUp = z.object({
  resv_guid,
  reason: z.string(REASON_TEXT).trim().min(1, REASON_TEXT).max(REASON_MAX, REASON_TEXT).superRefine(refuseHidden),
});
const Tell = z.object({
  resv_guid,
  text: z.string(MESSAGE_TEXT).trim().min(1, MESSAGE_TEXT).max(MESSAGE_MAX, MESSAGE_TEXT).superRefine(refuseHidden),
});
const End = z.object({ resv_guid, tenant_name: z.string(M.unreadable).min(1, M.unreadable) });

/** The actions on a waiting task. The caller has checked that the viewer is an operator. */
export async function scheduledAction(args: RouteArgs, viewer: Viewer) {
  const { userId } = viewer;
  const requestId = requestIdOf(args);
  // Done: the actions close.
  const to = withoutTask(pagePath(args.request));
  return await formAction(args, {
    "move-up": onForm(MoveUp, async ({ resv_guid: resvGuid, reason }, { now }) => {
      return { notice: (await moveUp({ userId, resvGuid, reason, requestId, now })).message, to };
    }),
    tell: onForm(Tell, async ({ resv_guid: resvGuid, text }, { now }) => {
      return { notice: (await tellCustomer({ userId, resvGuid, text, requestId, now })).message, to };
    }),
    end: onForm(End, async ({ resv_guid: resvGuid, tenant_name: account }, { now }) => {
      return { notice: (await deleteTask({ actor: viewer, resvGuid, account, requestId, now })).message, to };
    }),
  });
}

function withoutTask(path: string): string {
  const [pathname = "", query] = path.split("?");
  const search = new URLSearchParams(query);
  search.delete("task");
  return search.size > 0 ? `${pathname}?${search.toString()}` : pathname;
}
