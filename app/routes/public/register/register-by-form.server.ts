import { registerUser } from "~/domain/users/register-user.server";
import { RegisterFields } from "~/domain/users/register-fields.server";
import { formAction, onForm } from "~/http/form.server";
import { clientNetworkOf } from "~/http/request-facts.server";

/** The registration form (2.5). Its answer is the same for a known and an unknown address. */
export async function registerByForm(request: Request) {
  return await formAction(request, {
    "": onForm(RegisterFields, async (fields, { now }) => {
      await registerUser({ fields, ip: clientNetworkOf(request), now });
      return { to: "/register?sent=1" };
    }),
  });
}
