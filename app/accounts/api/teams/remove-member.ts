// POST /v1/team/members/remove: ends a membership.
import { z } from "zod";
import { removeMember } from "~/accounts/inside/teams/change-member.server";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowId } from "~/platform/http/schemas/row-id.server";

export const { loader, action } = apiRoute("teams/remove-member", {
  POST: operation({
    purpose: "Removes a member and revokes the API keys that they created here; their tasks keep running",
    credentials: ["K", "S"],
    need: "team.act",
    scope: "account",
    ours: true,
    statuses: [404],
    refusals: ["noSuchMember", "roleNotYours"],
    input: z.object({ user_id: rowId(M.noSuchMember).meta({ description: "Id of the member", examples: [1042] }) }),
    answer: z.object({ user_id: z.int().meta({ description: "Id of the removed member", examples: [1042] }) }),
    run: async ({ account: { tenantId, userId }, input: { user_id: memberId }, requestId, now }) => {
      await removeMember({ tenantId, userId, memberId, requestId, now });
      return { user_id: memberId };
    },
  }),
});
