import { ContactFields } from "~/site/inside/feedback/feedback-fields.server";
import { takeFeedback } from "~/site/inside/feedback/take-feedback.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { clientNetworkOf, type RouteArgs } from "~/platform/http/request-facts.server";

/** The contact form (2.5); it goes to the support address. */
export async function sendContact(args: RouteArgs) {
  return await formAction(args, {
    send: onForm(ContactFields, async (fields, { session, now }) => {
      await takeFeedback({
        feedback: { kind: "contact", sender: session?.account, ...fields },
        ip: clientNetworkOf(args),
        now,
      });
      return { to: "/contact?sent=1" };
    }),
  });
}
