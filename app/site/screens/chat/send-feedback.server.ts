import { ChatFields } from "~/site/inside/feedback/feedback-fields.server";
import { takeFeedback } from "~/site/inside/feedback/take-feedback.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { clientNetworkOf, type RouteArgs } from "~/platform/http/request-facts.server";

/** The form of the feedback widget and of its page (2.5). A redirect means success. */
export async function sendFeedback(args: RouteArgs) {
  return await formAction(args, {
    send: onForm(ChatFields, async (fields, { session, now }) => {
      await takeFeedback({
        feedback: { kind: "chat", sender: session?.account, ...fields },
        ip: clientNetworkOf(args),
        now,
      });
      return { to: "/chat?sent=1" };
    }),
  });
}
