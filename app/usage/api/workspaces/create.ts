// POST /v1/create-workspace: makes a workspace, for an admin.
import { z } from "zod";
import { createWorkspace } from "~/usage/create-workspace.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { WorkspaceMember, WorkspaceName } from "~/platform/http/schemas/workspace.server";

const NewWorkspace = z.object({
  email: z
    .string()
    .default("")
    .meta({ description: "Email of the owner", examples: ["user1042@example.com"] }),
  name: WorkspaceName.default(""),
  admin_token: z.string().default(""),
  inference_token: z.string().default(""),
  max_users: z.union([z.number(), z.string()]).nullish(),
  welcome: z.boolean().default(false),
});

export const { loader, action } = apiRoute("workspaces/create", {
  POST: operation({
    purpose: "Creates a workspace for a known owner, with the inference token prepared for it",
    credentials: ["K", "S"],
    right: "usage.act",
    input: z.object({ data: NewWorkspace.meta({ description: "The workspace to create" }) }),
    refusals: [
      ...(["workspaceNameRequired", "workspaceNameTaken", "userCountNotANumber"] as const),
      ...(["noUserWithEmail", "tokenMissing", "tokenOfOtherOwner"] as const),
    ],
    answer: z.object({
      human_readable_message: z.string(),
      data: WorkspaceMember.meta({ description: "The workspace with its full tokens" }),
    }),
    example: {
      input: {
        data: {
          ...{ email: "user1042@example.com", name: "datalab-8", admin_token: "", inference_token: "mr_Example…" },
          ...{ max_users: 10, welcome: true },
        },
      },
      answer: { human_readable_message: "Workspace datalab-8 created." },
    },
    body: { jsonOnly: true },
    run: async ({ account: { userId: actorId }, input: { data }, requestId, now }) => {
      const { email, name, admin_token: adminToken, inference_token: inferenceToken, max_users: maxUsers } = data;
      const given = { email, name, adminToken, inferenceToken, maxUsers, welcome: data.welcome };
      const made = await createWorkspace({ ...given, actorId, requestId, now });
      return {
        human_readable_message: `Workspace ${made.name} created.`,
        data: {
          name: made.name,
          max_users: made.maxUsers,
          inference_token: made.inferenceToken,
          admin_token: made.adminToken,
        },
      };
    },
  }),
});
