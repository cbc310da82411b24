import { redirect } from "@remix-run/node";
import { z } from "zod";
import { logIn } from "~/domain/users/log-in.server";
import { formAction, onForm } from "~/http/form.server";
import { redirectTarget } from "~/http/redirect-target";
import { clientAddressOf } from "~/http/request-facts.server";
import { renewSession } from "~/http/session.server";

const Fields = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  remember: z.string().optional(),
  redirectTo: z.string().optional(),
});

/** The login form of the screen and of the dropdown: a new session, then on to where the visitor wanted (2.5). */
export async function logInByForm(request: Request) {
  return await formAction(request, {
    "": onForm(Fields, async ({ email, password, remember, redirectTo }, { now }) => {
      const account = await logIn({ email, password, ip: clientAddressOf(request), now });
      const { headers } = await renewSession(request, { account, remember: remember !== undefined });
      return redirect(redirectTarget(redirectTo, account.role), { status: 303, headers });
    }),
  });
}
