import { redirect } from "@remix-run/node";
import { z } from "zod";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { closeSession } from "~/http/session.server";

/** Ends the session and goes to the start page (2.5). */
export async function logOut(args: RouteArgs) {
  await requireCustomer(args, "logout");
  return await formAction(
    args,
    { "": onForm(z.object({}), async () => redirect("/", { status: 303, headers: await closeSession(args) })) },
    { anyTeam: [""] },
  );
}
