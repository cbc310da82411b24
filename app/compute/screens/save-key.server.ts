import { z } from "zod";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

const Save = z.object({ ssh_public_key: z.string().default("") });

/** Stores a pasted key: on the screen of the keys, and wherever the first one is missing. */
export function saveKeyIntent({ tenantId, userId }: Viewer) {
  return onForm(Save, async ({ ssh_public_key: sshPublicKey }, { now }) => {
    const { message } = await storeSshKey({ tenantId, userId, sshPublicKey, now });
    return { notice: message };
  });
}
