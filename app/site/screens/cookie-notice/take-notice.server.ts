import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { isOwnPath } from "~/platform/own-path";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const COOKIE_SMC_S = 365 * 86_400;
const Fields = z.object({ redirectTo: z.string().default("/") });

/** Sets `smc` for 365 days and returns to the page of the notice (2.1). */
export async function takeNotice(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(Fields, ({ redirectTo }) =>
      Promise.resolve({
        to: isOwnPath(redirectTo) ? redirectTo : "/",
        headers: { "Set-Cookie": `smc=1; Path=/; Max-Age=${COOKIE_SMC_S}; SameSite=Lax` },
      }),
    ),
  });
}
