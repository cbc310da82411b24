import { redirect } from "@remix-run/node";
import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { logInByCode } from "~/platform/http/log-in.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const CODE_MAX = 100;
const Fields = z.object({
  code: z
    .string()
    .default("")
    .transform((code) => code.slice(0, CODE_MAX)),
});

/** The second step of a login (2.5). */
export async function proveByForm(args: RouteArgs) {
  return await formAction(args, {
    "": onForm(Fields, async ({ code }) => {
      const { to, headers } = await logInByCode(args, code);
      return redirect(to, { status: 303, headers });
    }),
  });
}
