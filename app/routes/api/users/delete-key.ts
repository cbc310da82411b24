// POST /users/keys/delete: removes one of the own SSH keys.
import { z } from "zod";
import { M } from "~/domain/messages";
import { deleteSshKey } from "~/domain/users/delete-ssh-key.server";
import { apiRoute, operation } from "~/http/api-route.server";

const KeyId = z.object({
  id: z.coerce
    .number({ error: () => M.M47 })
    .int(M.M47)
    .min(1, M.M47)
    .max(2 ** 31 - 1, M.M47),
});

export const { loader, action } = apiRoute("/users/keys/delete", {
  POST: operation({
    purpose: "Removes one of the own SSH keys",
    credentials: ["K", "S"],
    input: KeyId,
    refusals: ["M47"],
    example: { input: { id: 31 }, answer: { human_readable_message: "Key removed." } },
    answer: z.object({ human_readable_message: z.string() }),
    run: async ({ account: { tenantId }, input: { id } }) => {
      const { message } = await deleteSshKey({ tenantId, id });
      return { human_readable_message: message };
    },
  }),
});
