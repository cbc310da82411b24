import { ChatFields } from "~/domain/feedback/feedback-fields.server";
import { takeFeedback } from "~/domain/feedback/take-feedback.server";
import { formAction, onForm } from "~/http/form.server";
import { clientNetworkOf } from "~/http/request-facts.server";

/** The form of the feedback widget and of its plain page (2.5). The redirect means that it was taken. */
export async function sendFeedback(request: Request) {
  return await formAction(request, {
    send: onForm(ChatFields, async (fields, { now }) => {
      await takeFeedback({ feedback: { kind: "chat", ...fields }, ip: clientNetworkOf(request), now });
      return { to: "/chat?sent=1" };
    }),
  });
}
