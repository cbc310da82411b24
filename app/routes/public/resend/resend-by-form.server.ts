import { z } from "zod";
import { CHECK_INBOX } from "~/domain/accounts/account-texts";
import { resendConfirmation } from "~/domain/accounts/resend-confirmation.server";
import { requireLogin } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";

/** Sends an unverified user the link again; one whose address is confirmed needs none. */
export async function resendByForm(args: RouteArgs) {
  const viewer = await requireLogin(args);
  return await formAction(args, {
    "": onForm(z.object({}), async (_fields, { now }) => {
      if (viewer.state !== "unverified") return { notice: "Your email address is confirmed.", to: "/user" };
      await resendConfirmation({ user: viewer, now });
      return { notice: CHECK_INBOX, to: "/user" };
    }),
  });
}
