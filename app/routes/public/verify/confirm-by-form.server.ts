import { z } from "zod";
import { confirmEmail } from "~/domain/users/confirm-email.server";
import { formAction, onForm } from "~/http/form.server";
import { readSession } from "~/http/session.server";

/** Confirms the address of the link; logs nobody in (2.5). */
export async function confirmByForm(request: Request, token: string) {
  return await formAction(request, {
    "": onForm(z.object({}), async (_fields, { now }) => {
      await confirmEmail({ token, now });
      const loggedIn = (await readSession(request))?.account;
      const notice = "Your email address is confirmed.";
      return loggedIn ? { notice, to: "/tasks" } : { notice: `${notice} Log in to begin.`, to: "/login" };
    }),
  });
}
