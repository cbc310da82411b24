import { registerUser } from "~/domain/accounts/register-user.server";
import { RegisterFields } from "~/domain/accounts/register-fields.server";
import { formAction, onForm } from "~/http/form.server";
import { invitationIn } from "~/http/invitation-path.server";
import { clientNetworkOf, type RouteArgs } from "~/http/request-facts.server";

/** The registration form (2.5). Its answer is the same for a known and an unknown address. */
export async function registerByForm(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(RegisterFields, async (fields, { visitorId, now }) => {
      await registerUser({ fields, ip: clientNetworkOf(args), visitorId, invitation: invitationIn(args.request), now });
      return { to: "/register?sent=1" };
    }),
  });
}
