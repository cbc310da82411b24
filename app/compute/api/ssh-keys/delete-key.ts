// POST /users/keys/delete: removes one of the caller's SSH keys.
import { z } from "zod";
import { M } from "~/compute/messages";
import { deleteSshKey } from "~/compute/delete-ssh-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { rowId } from "~/platform/http/schemas/row-id.server";

export const { loader, action } = apiRoute("ssh-keys/delete-key", {
  POST: operation({
    purpose: "Removes one of your SSH keys; managers of the team can also remove those of others",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    input: z.object({ id: rowId(M.noSuchSshKey) }),
    refusals: ["noSuchSshKey"],
    example: { input: { id: 31 }, answer: { human_readable_message: "Key removed." } },
    answer: z.object({ human_readable_message: z.string() }),
    run: async ({ account: { tenantId, userId, memberRole }, input: { id }, now }) => {
      const { message } = await deleteSshKey({ tenantId, userId, memberRole, id, now });
      return { human_readable_message: message };
    },
  }),
});
