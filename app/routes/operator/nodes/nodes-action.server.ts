import { z } from "zod";
import { M } from "~/domain/messages";
import { issueEnrolmentToken } from "~/domain/nodes/issue-enrolment-token.server";
import { retireNode } from "~/domain/nodes/retire-node.server";
import { revokeOldKey } from "~/domain/nodes/revoke-old-key.server";
import { setDrain } from "~/domain/nodes/set-drain.server";
import { withdrawEnrolmentToken } from "~/domain/nodes/withdraw-enrolment-token.server";
import { Refusal } from "~/domain/refusal";
import { hasRole } from "~/domain/role";
import { env } from "~/env.server";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";
import { rowId } from "~/http/schemas/row-id.server";
import type { DrainFlag } from "./modes";
import type { Issued } from "./issued-token";

const Drain = z.object({
  node: z.string(M.noSuchNode),
  flag: z.literal(["0", "1", "2"], M.wrongDrainFlag).transform((flag) => Number(flag) as DrainFlag),
});
const AddNode = z.object({ cluster_name: z.string() });
const WithdrawToken = z.object({ id: rowId(M.unreadable) });
const RevokeOldKey = z.object({ node: z.string(M.noSuchNode) });
const Retire = z.object({ node: z.string(M.noSuchNode), confirm: z.literal("1").optional() });

/** The forms of the nodes screen (2.5). The caller has seen that the viewer is at least an operator. */
export async function nodesAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    drain: onForm(Drain, async ({ node, flag }, { now }) => {
      const { message } = await setDrain({ nodeName: node, drain: flag, ...by, now });
      return { notice: message };
    }),
    "add-node": onForm(AddNode, async ({ cluster_name }, { now }) => {
      requireAdmin(viewer);
      const { token } = await issueEnrolmentToken({ clusterName: cluster_name, ...by, now });
      return issuedAnswer({ cluster_name, token, app_origin: env.APP_ORIGIN, live_origin: env.LIVE_ORIGIN });
    }),
    "withdraw-token": onForm(WithdrawToken, async ({ id }, { now }) => {
      requireAdmin(viewer);
      await withdrawEnrolmentToken({ id, ...by, now });
      return { notice: "The token is withdrawn." };
    }),
    "revoke-old-key": onForm(RevokeOldKey, async ({ node }, { now }) => {
      requireAdmin(viewer);
      await revokeOldKey({ nodeName: node, ...by, now });
      return { notice: `The old key of ${node} is revoked.` };
    }),
    retire: onForm(Retire, async ({ node, confirm }, { now }) => {
      requireAdmin(viewer);
      if (!confirm) return Response.json({ askRetire: node }, { status: 422 });
      await retireNode({ nodeName: node, ...by, now });
      return { notice: `${node} is retired.` };
    }),
  });
}

function requireAdmin(viewer: Viewer): void {
  if (!hasRole(viewer.role, "admin")) throw new Refusal(M.notAllowed, { status: 403 });
}

/** No redirect: the token stands in this answer and nowhere else. */
function issuedAnswer(issued: Issued): Response {
  return Response.json({ issued }, { status: 201, headers: { "Cache-Control": "no-store" } });
}
