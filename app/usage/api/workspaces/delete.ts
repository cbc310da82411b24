// POST /v1/delete-workspace: ends a workspace and its tokens, for an admin.
import { z } from "zod";
import { deleteWorkspace } from "~/usage/delete-workspace.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("workspaces/delete", {
  POST: operation({
    purpose: "Deletes a workspace: its tokens end at once",
    credentials: ["K", "S"],
    right: "usage.act",
    input: z.object({ workspace: z.string().default("") }),
    required: ["workspace"],
    refusals: ["noSuchWorkspace"],
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "Workspace datalab-8 deleted." } },
    run: async ({ account: { userId: actorId }, input: { workspace: name }, requestId, now }) => {
      await deleteWorkspace({ name, actorId, requestId, now });
      return { human_readable_message: `Workspace ${name} deleted.` };
    },
  }),
});
