import { redirect } from "@remix-run/node";
import { z } from "zod";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { isOwnPath } from "~/domain/own-path";
import type { RouteArgs } from "~/http/request-facts.server";
import { closeSession } from "~/http/session.server";

const Fields = z.object({ redirectTo: z.string().default("") });

/** Ends the session and goes to the start page (2.5), or to where the form continues. */
export async function logOut(args: RouteArgs) {
  await requireCustomer(args, "logout");
  return await formAction(
    args,
    {
      "": onForm(Fields, async ({ redirectTo }) => {
        const headers = await closeSession(args);
        return redirect(isOwnPath(redirectTo) ? redirectTo : "/", { status: 303, headers });
      }),
    },
    { anyTeam: [""] },
  );
}
