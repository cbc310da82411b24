// GET /v1/teams: the tenants of which the user is a member.
import { z } from "zod";
import { listOwnTeams } from "~/accounts/switch-team.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("teams/teams", {
  GET: operation({
    purpose: "Teams the user belongs to, their own account first",
    credentials: ["S"],
    need: "own.act",
    ours: true,
    answer: z.object({
      teams: z.array(
        z.object({
          tenant_name: z.string(),
          team_name: z
            .string()
            .meta({ description: "Name that its members gave it; empty: its tenant_name", examples: ["Vision lab"] }),
          member_role: z.string().meta({ description: "The user's role there", examples: ["member"] }),
          current: z.boolean().meta({ description: "Whether it is the session's current team" }),
        }),
      ),
    }),
    run: async ({ account: { tenantId, userId } }) => ({
      teams: (await listOwnTeams({ userId })).map((team) => ({
        tenant_name: team.tenantName,
        team_name: team.teamName,
        member_role: team.role,
        current: team.tenantId === tenantId,
      })),
    }),
  }),
});
