import { redirect } from "@remix-run/node";
import { z } from "zod";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { isOwnPath } from "~/platform/own-path";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { closeSession } from "~/platform/http/session.server";

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
