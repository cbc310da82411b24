// POST /v1/team/invitations/withdraw: withdraws an invitation.
import { z } from "zod";
import { withdrawInvitation } from "~/accounts/inside/teams/invite.server";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowId } from "~/platform/http/schemas/row-id.server";

export const { loader, action } = apiRoute("teams/withdraw", {
  POST: operation({
    purpose: "Withdraws an open invitation; its link no longer works",
    credentials: ["K", "S"],
    need: "team.act",
    scope: "account",
    ours: true,
    statuses: [404],
    refusals: ["noSuchInvitation"],
    input: z.object({ id: rowId(M.noSuchInvitation).meta({ description: "Id of the invitation", examples: [7] }) }),
    answer: z.object({ email: z.string() }),
    run: async ({ account: { tenantId, userId }, input: { id }, requestId, now }) =>
      await withdrawInvitation({ tenantId, userId, id, requestId, now }),
  }),
});
