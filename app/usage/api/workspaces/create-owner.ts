// POST /dashboard/create-user-email: returns the owner for a future workspace; invites an unknown address.
import { z } from "zod";
import { createOwner } from "~/usage/workspace-owner.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { OwnerAnswer } from "~/platform/http/schemas/workspace.server";

export const { loader, action } = apiRoute("workspaces/create-owner", {
  POST: operation({
    purpose: "The account of an email address, created with an invitation if there is none, and its inference token",
    credentials: ["S"],
    right: "usage.act",
    input: z.object({ email: z.string().default("") }),
    required: ["email"],
    refusals: ["emailInvalid", "emailCharacters", "emailLetters"],
    answer: OwnerAnswer,
    run: async ({ account: { userId: actorId }, input: { email }, requestId, now }) => {
      const { tenantName, inferenceToken } = await createOwner({ email, actorId, requestId, now });
      return { data: { tenant_name: tenantName, api_key: inferenceToken } };
    },
  }),
});
