// POST /v1/ssh-public-key-upload: stores a public key and makes it the default.
import { z } from "zod";
import { M } from "~/compute/messages";
import { SSH_KEY_REFUSALS, storeSshKey } from "~/compute/store-ssh-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const KeyText = z.object({ ssh_public_key: z.string({ error: () => M.pasteSshKey }) });

export const { loader, action } = apiRoute("ssh-keys/upload-key", {
  POST: operation({
    purpose: "Stores a public key and makes it the default",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    input: KeyText,
    refusals: SSH_KEY_REFUSALS,
    example: {
      input: { ssh_public_key: "ssh-ed25519 AAAA… laptop" },
      answer: { human_readable_message: "Your SSH key has been saved." },
    },
    answer: z.object({ human_readable_message: z.string(), id: z.int() }),
    run: async ({ account: { tenantId, userId }, input, now }) => {
      const { id, message } = await storeSshKey({ tenantId, userId, sshPublicKey: input.ssh_public_key, now });
      return { human_readable_message: message, id };
    },
  }),
});
