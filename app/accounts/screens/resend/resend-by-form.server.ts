import { redirect } from "@remix-run/node";
import { z } from "zod";
import { resendConfirmation, resendToVisitor } from "~/accounts/inside/resend-confirmation.server";
import { optionalUser } from "~/platform/http/access.server";
import { awaitedAddress } from "~/platform/http/awaited-address.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const SENT = "Sent again. Use the newest link.";

/** Sends the link again: to a logged-in user without a confirmed address, and to the browser that registered. */
export async function resendByForm(args: RouteArgs) {
  const viewer = await optionalUser(args);
  return await formAction(args, {
    "": onForm(z.object({}), async (_fields, { visitorId, now }) => {
      if (viewer) {
        if (viewer.state !== "unverified") return { notice: "Your email address is confirmed.", to: "/user" };
        await resendConfirmation({ user: viewer, now });
        return { notice: SENT, to: "/verify" };
      }
      const awaited = awaitedAddress.find(args.request, now);
      if (!awaited) throw redirect("/register", 303);
      await resendToVisitor({ ...awaited, visitorId, now });
      return { notice: SENT, to: "/verify" };
    }),
  });
}
