// POST /v1/team/leave: leaves the current team.
import { z } from "zod";
import { leaveTeam } from "~/accounts/inside/teams/change-member.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("teams/leave", {
  POST: operation({
    purpose: "Leaves the session's current team; the session then switches to the user's own account",
    credentials: ["S"],
    need: "own.act",
    ours: true,
    refusals: ["ownerStays"],
    answer: z.object({ tenant_name: z.string().meta({ description: "Name of the team that was left" }) }),
    run: async ({ account: { tenantId, tenantName, userId }, requestId, now }) => {
      await leaveTeam({ tenantId, userId, requestId, now });
      return { tenant_name: tenantName };
    },
  }),
});
