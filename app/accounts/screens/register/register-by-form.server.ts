import { registerUser } from "~/accounts/inside/register-user.server";
import { RegisterFields } from "~/accounts/inside/register-fields.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { awaitedAddress } from "~/platform/http/awaited-address.server";
import { nextIn } from "~/platform/http/redirect-target";
import { clientNetworkOf, type RouteArgs } from "~/platform/http/request-facts.server";

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
