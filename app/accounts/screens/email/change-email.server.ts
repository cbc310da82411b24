import { z } from "zod";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { stopEmailChange } from "~/accounts/read-email-change.server";
import { EmailInput } from "~/accounts/email-input";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

/** The intents of the change of email (6.8). */
export async function changeEmail(args: RouteArgs) {
  const viewer = await requireCustomer(args, "email");
  const { userId, sessionId } = viewer;
  return await formAction(args, {
    "ask-email": onForm(Proof.extend({ email: EmailInput }), async ({ email, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      await askEmailChange({ userId, sessionId, newEmail: email, requestId: requestIdOf(args), now });
      return { notice: `We sent a link to ${email}.` };
    }),
    "stop-email": onForm(z.object({}), async (_none, { now }) => {
      await stopEmailChange({ userId, now });
      return { notice: "Stopped: your email address is unchanged." };
    }),
  });
}
