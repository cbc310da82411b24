import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { formAction, onForm } from "~/http/form.server";
import { isOwnPath } from "~/http/redirect-target";

const COOKIE_SMC_S = 365 * 86_400;
const Fields = z.object({ redirectTo: z.string().default("/") });

/** There is nothing to see here: the notice stands on every screen. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, {
    "": onForm(Fields, ({ redirectTo }) =>
      Promise.resolve({
        to: isOwnPath(redirectTo) ? redirectTo : "/",
        headers: { "Set-Cookie": `smc=1; Path=/; Max-Age=${COOKIE_SMC_S}; SameSite=Lax` },
      }),
    ),
  });
}

export default function CookieNotice() {
  return null;
}
