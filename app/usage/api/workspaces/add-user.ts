// POST /v1/workspace/users/add: lets a user use the workspace of the admin token.
import { z } from "zod";
import { addWorkspaceUser } from "~/usage/inside/workspaces/workspace-users.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("workspaces/add-user", {
  POST: operation({
    purpose: "Adds a user to the workspace; an existing user stays",
    credentials: ["T"],
    ours: true,
    limit: "search",
    input: z.object({ email: z.string().default("") }),
    required: ["email"],
    statuses: [409],
    refusals: ["emailInvalid", "emailCharacters", "emailLetters", "noUserWithEmail"],
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "user1042@example.com uses datalab-8." } },
    run: async ({ workspace: { workspaceId, name }, input: { email }, now }) => {
      await addWorkspaceUser({ workspaceId, email, now });
      return { human_readable_message: `${email.toLowerCase()} uses ${name}.` };
    },
  }),
});
