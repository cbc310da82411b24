// POST /v1/workspace/users/remove: removes a user from the workspace of the admin token.
import { z } from "zod";
import { removeWorkspaceUser } from "~/usage/inside/workspaces/workspace-users.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("workspaces/remove-user", {
  POST: operation({
    purpose: "Removes a user from the workspace; the owner stays",
    credentials: ["T"],
    ours: true,
    limit: "search",
    input: z.object({ email: z.string().default("") }),
    required: ["email"],
    statuses: [409],
    refusals: ["emailInvalid", "emailCharacters", "emailLetters", "noUserWithEmail"],
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "user1042@example.com does not use datalab-8 any more." } },
    run: async ({ workspace: { workspaceId, name }, input: { email } }) => {
      await removeWorkspaceUser({ workspaceId, email });
      return { human_readable_message: `${email.toLowerCase()} does not use ${name} any more.` };
    },
  }),
});
