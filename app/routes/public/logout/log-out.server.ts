import { redirect } from "@remix-run/node";
import { z } from "zod";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { closeSession } from "~/http/session.server";

/** Ends the session and goes to the start page (2.5). */
export async function logOut(request: Request) {
  await requireCustomer(request);
  return await formAction(request, {
    "": onForm(z.object({}), async () =>
      redirect("/", { status: 303, headers: await closeSession(request) }),
    ),
  });
}
