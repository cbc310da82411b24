import { registerUser } from "~/domain/accounts/register-user.server";
import { RegisterFields } from "~/domain/accounts/register-fields.server";
import { formAction, onForm } from "~/http/form.server";
import { awaitedAddress } from "~/http/awaited-address.server";
import { nextIn } from "~/http/redirect-target";
import { clientNetworkOf, type RouteArgs } from "~/http/request-facts.server";

/** The registration form (2.5). The answer does not reveal whether the address is known. */
export async function registerByForm(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(RegisterFields, async (fields, { visitorId, now }) => {
      const next = nextIn(args.request);
      await registerUser({ fields, ip: clientNetworkOf(args), visitorId, next, now });
      const kept = awaitedAddress.keep({ email: fields.email, next }, now);
      return { to: "/verify", headers: { "Set-Cookie": kept } };
    }),
  });
}
