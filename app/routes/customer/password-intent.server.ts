import { z } from "zod";
import { changePassword } from "~/domain/users/change-password.server";
import type { Viewer } from "~/http/access.server";
import { onForm } from "~/http/form.server";

const text = z.string().default("");
const Password = z.object({
  email: text,
  password: text,
  password_confirmation: text,
  current_password: text,
});

/** The intent `password` of profile, settings and the plain page (2.5); `to` is where the notice is shown. */
export function passwordIntent(viewer: Viewer, to: string) {
  return onForm(Password, async (fields, { now }) => {
    const { message } = await changePassword({ viewer, fields, now });
    return { notice: message, to };
  });
}
