// GET /dashboard/list-workspaces: all workspaces by name, for staff; tokens whole for an admin, masked for others.
import { z } from "zod";
import { hasRight } from "~/platform/staff-rights";
import { adminTokenOf, inferenceTokenOf, listWorkspaces } from "~/usage/inside/workspaces/list-workspaces.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { jsonList } from "~/platform/http/json-list.server";
import { WorkspaceMember } from "~/platform/http/schemas/workspace.server";

export const { loader, action } = apiRoute("workspaces/list", {
  GET: operation({
    purpose: "All workspaces by name; support and operators see the tokens masked",
    credentials: ["S"],
    right: "usage.see",
    answer: z.array(WorkspaceMember),
    run: async ({ account, requestId, now, headers }) => {
      const whole = hasRight(account, "usage.act");
      const rows = await listWorkspaces({ whole: whole ? { actorId: account.userId, requestId, now } : null });
      return jsonList(
        rows,
        (row) => ({
          name: row.name,
          max_users: row.maxUsers,
          inference_token: inferenceTokenOf(row, whole),
          admin_token: adminTokenOf(row, whole),
        }),
        headers,
      );
    },
  }),
});
