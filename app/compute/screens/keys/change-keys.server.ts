import { z } from "zod";
import { M } from "~/compute/messages";
import { deleteSshKey } from "~/compute/delete-ssh-key.server";
import { makeDefaultSshKey } from "~/compute/inside/ssh-keys/make-default-ssh-key.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { saveKeyIntent } from "../save-key.server";
import { checkSshIntent } from "../ssh-doctor.server";

const OneKey = z.object({ id: rowId(M.noSuchSshKey) });

/** The intents of the keys screen (2.5). */
export async function changeKeys(args: RouteArgs) {
  const viewer = await requireCustomer(args, "keys");
  const { tenantId, userId, memberRole } = viewer;
  return await formAction(args, {
    save: saveKeyIntent(viewer),
    delete: onForm(OneKey, async ({ id }, { now }) => {
      const { message } = await deleteSshKey({ tenantId, userId, memberRole, id, now });
      return { notice: message };
    }),
    "make-default": onForm(OneKey, async ({ id }) => {
      await makeDefaultSshKey({ tenantId, userId, id });
      return { notice: "Default key changed." };
    }),
    "check-ssh": checkSshIntent(viewer),
  });
}
