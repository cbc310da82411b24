import { z } from "zod";
import { resetPassword } from "~/accounts/inside/reset-password.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { redirectTarget } from "~/platform/http/redirect-target";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const text = z.string().default("");
const Fields = z.object({ password: text, password_confirmation: text });

/**
 * Sets the password by the link's token, then leads to the login (2.5). A user who is logged in with another account
 * stays logged in.
 */
export async function resetByForm(args: RouteArgs, token: string) {
  return await formAction(args, {
    "": onForm(Fields, async ({ password, password_confirmation: confirmation }, { session, now }) => {
      const { userId, email } = await resetPassword({ token, password, confirmation, now });
      const account = session?.account;
      return account && account.userId !== userId
        ? { notice: `The password of ${email} has been changed.`, to: redirectTarget(null, account.role) }
        : { notice: "Your password has been changed. Log in with it.", to: "/login" };
    }),
  });
}
