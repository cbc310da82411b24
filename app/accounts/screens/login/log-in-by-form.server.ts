import { redirect } from "@remix-run/node";
import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { logInBy } from "~/platform/http/log-in.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const Fields = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  remember: z.string().optional(),
  redirectTo: z.string().optional(),
});

/** The login form of the screen and the dropdown: starts a session and continues to the visitor's page (2.5). */
export async function logInByForm(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(Fields, async (fields) => {
      const remember = fields.remember !== undefined;
      const { to, headers } = await logInBy(args, { ...fields, remember });
      return redirect(to, { status: 303, headers });
    }),
  });
}
