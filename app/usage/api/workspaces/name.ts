// POST /v1/teams-name: checks whether the name of a workspace is taken.
import { z } from "zod";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { isNameTaken } from "~/usage/inside/workspaces/is-name-taken.server";
import { normaliseWorkspaceName } from "~/usage/inside/workspaces/workspace-name";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { WorkspaceName } from "~/platform/http/schemas/workspace.server";

export const { loader, action } = apiRoute("workspaces/name", {
  POST: operation({
    purpose: "Whether a workspace name is taken or reserved",
    credentials: ["K", "S"],
    right: "usage.act",
    input: z.object({ name: WorkspaceName.default("") }),
    required: ["name"],
    refusals: ["workspaceNameRequired"],
    answer: z.object({ data: z.boolean().meta({ description: "true: taken or reserved", examples: [true] }) }),
    run: async ({ input, now }) => {
      const name = normaliseWorkspaceName(input.name);
      if (name === "") throw Refusal.ofField("name", M.workspaceNameRequired);
      return { data: await isNameTaken({ name, now }) };
    },
  }),
});
