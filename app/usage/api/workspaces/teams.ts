// GET /dashboard/teams-users: tenants that own a workspace, with its inference token, for staff.
import { z } from "zod";
import { hasRight } from "~/platform/staff-rights";
import { inferenceTokenOf, listTeams } from "~/usage/inside/workspaces/list-workspaces.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { jsonList } from "~/platform/http/json-list.server";

const Team = z.object({ tenant_name: z.string(), secret_api_key: z.string() });

export const { loader, action } = apiRoute("workspaces/teams", {
  GET: operation({
    purpose: "Inference tokens of workspaces by tenant; support and operators see them masked",
    credentials: ["S"],
    right: "usage.see",
    answer: z.array(Team),
    run: async ({ account, requestId, now, headers }) => {
      const whole = hasRight(account, "usage.act");
      const rows = await listTeams({ whole: whole ? { actorId: account.userId, requestId, now } : null });
      return jsonList(
        rows,
        (row) => ({ tenant_name: row.tenantName, secret_api_key: inferenceTokenOf(row, whole) }),
        headers,
      );
    },
  }),
});
