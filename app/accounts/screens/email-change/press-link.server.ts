import { z } from "zod";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";

const None = z.object({});

/** Handles the buttons of the two links (6.8). A user who is logged in with another account stays logged in. */
export async function pressLink(args: RouteArgs, token: string) {
  const requestId = requestIdOf(args);
  return await formAction(args, {
    confirm: onForm(None, async (_none, { session, now }) => {
      const { userId, newEmail } = await confirmEmailChange({ token, requestId, now });
      const own = session?.account.userId === userId;
      return own
        ? { notice: `Your email address is ${newEmail} now.`, to: "/user" }
        : { notice: `The email address is ${newEmail} now. Log in with it.`, to: session ? "/tasks" : "/login" };
    }),
    back: onForm(None, async (_none, { session, now }) => {
      const outcome = await revertEmailChange({ token, requestId, now });
      if (outcome.act === "stop")
        return { notice: "Stopped: the email address is unchanged.", to: session ? "/tasks" : "/login" };
      return { notice: "Your address is back. Choose a new password.", to: `/reset/${outcome.resetToken}` };
    }),
  });
}
