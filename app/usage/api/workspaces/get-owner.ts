// POST /dashboard/get-user-email: returns a known user as the owner for a future workspace.
import { z } from "zod";
import { getOwner } from "~/usage/workspace-owner.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { OwnerAnswer } from "~/platform/http/schemas/workspace.server";

export const { loader, action } = apiRoute("workspaces/get-owner", {
  POST: operation({
    purpose: "A known user's account, and the inference token for a workspace of theirs",
    credentials: ["S"],
    right: "usage.act",
    input: z.object({ email: z.string().default("") }),
    required: ["email"],
    refusals: ["noUserWithEmail"],
    answer: OwnerAnswer,
    run: async ({ account: { userId: actorId }, input: { email }, requestId, now }) => {
      const { tenantName, inferenceToken } = await getOwner({ email, actorId, requestId, now });
      return { data: { tenant_name: tenantName, api_key: inferenceToken } };
    },
  }),
});
