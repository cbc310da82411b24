import { changePassword, PasswordFields } from "~/accounts/inside/change-password.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

/** The intent `password` of profile, settings and the plain page (2.5); `to` is the page of the notice. */
export function passwordIntent(viewer: Viewer, to: string) {
  return onForm(PasswordFields, async (fields, { now }) => {
    const { message } = await changePassword({ viewer, fields, now });
    return { notice: message, to };
  });
}
