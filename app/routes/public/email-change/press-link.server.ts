import { z } from "zod";
import { confirmEmailChange } from "~/domain/accounts/email-change/confirm-email-change.server";
import { goBackOnEmailChange } from "~/domain/accounts/email-change/take-back-email-change.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";

const None = z.object({});

/** Carries out the buttons of the two links (6.8). A login as somebody else stays. */
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
      const outcome = await goBackOnEmailChange({ token, requestId, now });
      if (outcome.act === "stop")
        return { notice: "Stopped: the email address stays as it is.", to: session ? "/tasks" : "/login" };
      return { notice: "Your former address is restored. Choose a new password.", to: `/reset/${outcome.resetToken}` };
    }),
  });
}
