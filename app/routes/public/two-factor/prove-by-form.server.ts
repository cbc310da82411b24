import { redirect } from "@remix-run/node";
import { z } from "zod";
import { formAction, onForm } from "~/http/form.server";
import { logInByCode } from "~/http/log-in.server";

const CODE_MAX = 100;
const Fields = z.object({
  code: z
    .string()
    .default("")
    .transform((code) => code.slice(0, CODE_MAX)),
});

/** The second step of a login (2.5). */
export async function proveByForm(request: Request) {
  return await formAction(request, {
    "": onForm(Fields, async ({ code }, { session }) => {
      const { to, headers } = await logInByCode(request, session, code);
      return redirect(to, { status: 303, headers });
    }),
  });
}
