// GET /v1/workspace/users: who uses the workspace of the admin token.
import { z } from "zod";
import { listWorkspaceUsers } from "~/usage/inside/workspaces/workspace-users.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { WorkspaceName } from "~/platform/http/schemas/workspace.server";

const Member = z.object({
  email: z.string(),
  owner: z
    .boolean()
    .meta({ description: "Whether they own the workspace; the owner cannot be removed", examples: [true] }),
  added_ts: z.int(),
});

export const { loader, action } = apiRoute("workspaces/users", {
  GET: operation({
    purpose: "Who uses the workspace",
    credentials: ["T"],
    ours: true,
    answer: z.object({ name: WorkspaceName, max_users: z.int(), users: z.array(Member) }),
    run: async ({ workspace: { workspaceId, name, maxUsers } }) => ({
      name,
      max_users: maxUsers,
      users: await listWorkspaceUsers({ workspaceId }),
    }),
  }),
});
