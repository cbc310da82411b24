import { presentTime } from "~/platform/time.server";
import { ChatHangs, deliverableKinds, deliverFeedback, type FeedbackTargets } from "~/site/deliver-feedback.server";
import { listUnsentFeedback, postponeFeedback } from "~/site/unsent-feedback.server";
import { assertStillLeads } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "../log";

const configured: FeedbackTargets = {
  chatWebhookUrl: env.CHAT_WEBHOOK_URL ?? null,
  supportEmail: env.SUPPORT_EMAIL ?? null,
};

/**
 * Delivers messages from visitors and customers; failed deliveries are retried later (2.4). A chat webhook that hangs
 * is waited for once: the other messages for the chat are left to the next run.
 */
export async function sendFeedback(targets = configured, clock = presentTime): Promise<void> {
  const kinds = deliverableKinds(targets);
  for (const feedback of await listUnsentFeedback({ kinds, now: clock() })) {
    await assertStillLeads();
    try {
      await deliverFeedback({ feedback, targets, now: clock() });
    } catch (error) {
      log.warn({ err: error, feedback: String(feedback.id) }, "feedback was not accepted, trying it again later");
      await postponeFeedback({ id: feedback.id, now: clock() });
      if (error instanceof ChatHangs) return;
    }
  }
}
