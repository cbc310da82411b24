// POST /v1/team/hand-over: makes a member the owner.
import { z } from "zod";
import { requirePassword } from "~/accounts/require-password.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowId } from "~/platform/http/schemas/row-id.server";

export const { loader, action } = apiRoute("teams/hand-over", {
  POST: operation({
    purpose:
      "Transfers the team with everything in it to a member; the caller becomes its admin, and the account key ends",
    credentials: ["K", "S"],
    need: "team.own",
    scope: "account",
    ours: true,
    refusals: ["currentPasswordRequired", "handOverToMember", "handOverWithPro", "handOverWithDebt", "emailRevertible"],
    input: z.object({
      user_id: rowId(M.handOverToMember).meta({ description: "Id of the new owner", examples: [1042] }),
      password: z.string().default("").meta({ description: "The caller's password; always required" }),
    }),
    required: ["user_id", "password"],
    answer: z.object({ user_id: z.int().meta({ description: "Id of the new owner", examples: [1042] }) }),
    run: async ({ account: { tenantId, userId }, session, input: { user_id: memberId, password }, requestId, now }) => {
      await requirePassword({ userId, password, field: "password" });
      await handOver({ tenantId, userId, sessionId: session?.sessionId, memberId, requestId, now, field: "user_id" });
      return { user_id: memberId };
    },
  }),
});
