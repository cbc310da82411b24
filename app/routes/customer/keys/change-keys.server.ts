import { z } from "zod";
import { M } from "~/domain/messages";
import { deleteSshKey } from "~/domain/users/delete-ssh-key.server";
import { makeDefaultSshKey } from "~/domain/users/make-default-ssh-key.server";
import { storeSshKey } from "~/domain/users/store-ssh-key.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { rowId } from "~/http/schemas/row-id.server";
import { checkSshIntent } from "../ssh-doctor.server";

const Save = z.object({ ssh_public_key: z.string().default("") });
const OneKey = z.object({ id: rowId(M.M47) });

/** The intents of the keys screen (2.5). */
export async function changeKeys(request: Request) {
  const viewer = await requireCustomer(request);
  const { tenantId } = viewer;
  return await formAction(request, {
    save: onForm(Save, async ({ ssh_public_key: sshPublicKey }, { now }) => {
      const { message } = await storeSshKey({ tenantId, sshPublicKey, now });
      return { notice: message };
    }),
    delete: onForm(OneKey, async ({ id }) => {
      const { message } = await deleteSshKey({ tenantId, id });
      return { notice: message };
    }),
    "make-default": onForm(OneKey, async ({ id }) => {
      await makeDefaultSshKey({ tenantId, id });
      return { notice: "Default key changed." };
    }),
    "check-ssh": checkSshIntent(viewer),
  });
}
