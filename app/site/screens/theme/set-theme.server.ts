import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { isOwnPath } from "~/platform/own-path";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { themeCookie, THEMES } from "~/platform/theme";

const Fields = z.object({ theme: z.enum(THEMES), redirectTo: z.string().default("/") });

/** Stores the theme in the browser and returns to the page of the choice; the script needs no request (2.1). */
export async function setTheme(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(Fields, ({ theme, redirectTo }) =>
      Promise.resolve({
        to: isOwnPath(redirectTo) ? redirectTo : "/",
        headers: { "Set-Cookie": themeCookie(theme) },
      }),
    ),
  });
}
