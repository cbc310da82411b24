import { z } from "zod";

/** Name of a workspace in the API. */
export const WorkspaceName = z.string().meta({
  description: "a to z, digits and single hyphens, at most 16; other input is converted to that form",
  examples: ["datalab-8"],
});

/** A workspace with its tokens (3.7). */
export const WorkspaceMember = z.object({
  name: WorkspaceName,
  max_users: z.int(),
  inference_token: z.string(),
  admin_token: z.string(),
});

/** The future owner of a workspace, and the key that it is created with. */
export const OwnerAnswer = z.object({
  data: z.object({
    tenant_name: z.string(),
    api_key: z
      .string()
      .meta({ description: "The inference token prepared for a workspace", examples: ["mr_Example…"] }),
  }),
});
