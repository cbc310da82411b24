// GET /users/keys: the SSH keys of the caller's account, the caller's first.
import { z } from "zod";
import { listSshKeys, SSH_KEY } from "~/compute/list-ssh-keys.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("ssh-keys/keys", {
  GET: operation({
    purpose: "The SSH keys of your account, the caller's first; `key` is the caller's default key, or empty",
    credentials: ["K", "S"],
    need: "tasks.see",
    answer: z.object({ keys: z.array(SSH_KEY.schema), key: z.string() }),
    run: async ({ account: { tenantId, userId } }) => {
      const keys = await listSshKeys({ tenantId, userId });
      return {
        keys: keys.map((row) => SSH_KEY.only(row)),
        key: keys.find((row) => row.own && row.isDefault)?.key ?? "",
      };
    },
  }),
});
