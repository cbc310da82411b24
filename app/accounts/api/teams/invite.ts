// POST /v1/team/invitations: sends an invitation by mail.
import { z } from "zod";
import { invite } from "~/accounts/inside/teams/invite.server";
import { GIVEN_ROLES } from "~/platform/may";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("teams/invite", {
  POST: operation({
    purpose: "Invites somebody by mail, for 7 days; an open invitation of the same address is replaced",
    credentials: ["K", "S"],
    need: "team.act",
    scope: "account",
    ours: true,
    status: 201,
    refusals: [
      "emailInvalid",
      "emailCharacters",
      "emailLetters",
      "wrongRole",
      "alreadyMember",
      "teamTooLarge",
      "roleNotYours",
      "confirmEmailFirst",
    ],
    input: z.strictObject({ email: z.string(M.emailInvalid), role: z.enum(GIVEN_ROLES, M.wrongRole) }),
    example: { input: { email: "ada@example.com", role: "member" } },
    answer: z.object({ id: z.int().meta({ description: "Id of the invitation", examples: [7] }), email: z.string() }),
    run: async ({ account: { tenantId, userId }, input, requestId, now }) =>
      await invite({ tenantId, userId, ...input, requestId, now }),
  }),
});
