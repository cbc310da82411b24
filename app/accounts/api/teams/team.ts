// GET and POST /v1/team: the current team, and its name.
import { z } from "zod";
import { INVITATION, listInvitations, listMembers, MEMBER } from "~/accounts/list-team.server";
import { nameTeam } from "~/accounts/inside/teams/name-team.server";
import { may } from "~/platform/may";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("teams/team", {
  GET: operation({
    purpose: "Its members, and for those who manage it the open invitations",
    credentials: ["K", "S"],
    need: "team.see",
    ours: true,
    answer: z.object({
      tenant_name: z.string(),
      team_name: z
        .string()
        .meta({ description: "Name that its members gave it; empty: its tenant_name", examples: ["Vision lab"] }),
      member_role: z.string().meta({ description: "Role of the caller", examples: ["owner"] }),
      members: z.array(MEMBER.schema),
      invitations: z.array(INVITATION.schema),
    }),
    run: async ({ account: { tenantId, tenantName, teamName, memberRole, userId }, now }) => {
      const manages = may(memberRole, "team.act");
      return {
        tenant_name: tenantName,
        team_name: teamName,
        member_role: memberRole,
        members: await listMembers({ tenantId, moneyOf: manages ? null : userId, now }),
        invitations: manages ? await listInvitations({ tenantId, now }) : [],
      };
    },
  }),
  POST: operation({
    purpose: "Sets the name of the team; empty: its tenant_name",
    credentials: ["K", "S"],
    need: "team.act",
    scope: "account",
    ours: true,
    refusals: ["teamNameWrong", "notYourTeam"],
    input: z.object({ team_name: z.string() }),
    example: { input: { team_name: "Vision lab" } },
    answer: z.object({ team_name: z.string() }),
    run: async ({ account: { tenantId, userId }, input: { team_name: teamName }, requestId, now }) => {
      await nameTeam({ tenantId, userId, teamName, requestId, now });
      return { team_name: teamName.trim() };
    },
  }),
});
