import { z } from "zod";
import { resetPassword } from "~/domain/users/reset-password.server";
import { formAction, onForm } from "~/http/form.server";

const text = z.string().default("");
const Fields = z.object({ password: text, password_confirmation: text });

/** Sets the password by the link's token, then to the login (2.5). */
export async function resetByForm(request: Request, token: string) {
  return await formAction(request, {
    "": onForm(Fields, async ({ password, password_confirmation: confirmation }, { now }) => {
      const { message } = await resetPassword({ token, password, confirmation, now });
      return { notice: message, to: "/login" };
    }),
  });
}
