import { z } from "zod";
import { confirmEmail } from "~/domain/users/confirm-email.server";
import { isSessionOpen } from "~/domain/users/session.server";
import { formAction, onForm } from "~/http/form.server";

const Fields = z.object({ password: z.string().default("") });

/** Confirms the address of the link; logs nobody in (2.5). */
export async function confirmByForm(request: Request, token: string) {
  return await formAction(request, {
    "": onForm(Fields, async ({ password }, { session, now }) => {
      await confirmEmail({ token, password, now });
      // Confirming may have ended the very session that sent the form.
      const loggedIn = (await isSessionOpen(session)) && session.account !== null;
      const notice = "Your email address is confirmed.";
      return loggedIn ? { notice, to: "/tasks" } : { notice: `${notice} Log in to begin.`, to: "/login" };
    }),
  });
}
