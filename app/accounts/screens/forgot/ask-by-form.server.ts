import { z } from "zod";
import { askPasswordReset } from "~/accounts/inside/ask-password-reset.server";
import { KnownEmailInput } from "~/accounts/email-input";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const Fields = z.object({ email: KnownEmailInput });

/** Mails the link for a new password; the answer does not reveal whether the address is known (2.4). */
export async function askByForm(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(Fields, async ({ email }, { now }) => {
      await askPasswordReset({ email, now });
      return { to: "/forgot?sent=1" };
    }),
  });
}
