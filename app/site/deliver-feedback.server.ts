import { db, transaction } from "~/platform/db.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import type { Feedback } from "~/generated/prisma/client";
import { chatMessage, contactMail } from "./inside/feedback/feedback-texts";
import { markFeedbackSent } from "./unsent-feedback.server";

const TIMEOUT_MS = 10_000;

/** Targets of feedback; null if not configured. */
export interface FeedbackTargets {
  chatWebhookUrl: string | null;
  supportEmail: string | null;
  /** The webhook's time limit; shorter in tests. */
  chatTimeoutMs?: number;
}

/** The chat webhook accepted the request and did not answer in time. */
export class ChatHangs extends Error {}

/**
 * Lists the kinds that can be delivered: chat to the webhook, or without one, like contact, by mail to the support
 * address. Other feedback stays stored until a target is configured.
 */
export function deliverableKinds({ chatWebhookUrl, supportEmail }: FeedbackTargets): string[] {
  if (supportEmail !== null) return ["chat", "contact"];
  return chatWebhookUrl === null ? [] : ["chat"];
}

/**
 * Delivers a piece of feedback and marks it: at least once, since a crash in between repeats it.
 * @throws ChatHangs, or any other failure.
 */
export async function deliverFeedback(given: {
  feedback: Feedback;
  targets: FeedbackTargets;
  now: Date;
}): Promise<void> {
  const { feedback, targets, now } = given;
  if (feedback.kind === "chat" && targets.chatWebhookUrl !== null) {
    await callWebhook(targets.chatWebhookUrl, feedback, targets.chatTimeoutMs ?? TIMEOUT_MS);
    await markFeedbackSent(db, { id: feedback.id, now });
  } else if (targets.supportEmail !== null) {
    const mail = {
      to: targets.supportEmail,
      ...contactMail(feedback, ownUrl("/dashboard/inbox")),
      cause: `feedback:${feedback.id}`,
    };
    await transaction(async (tx) => {
      await queueMail(tx, mail);
      await markFeedbackSent(tx, { id: feedback.id, now });
    });
  }
}

async function callWebhook(url: string, feedback: Feedback, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(chatMessage(feedback)),
    // A redirecting webhook is misconfigured; the message must not follow it.
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? new ChatHangs(`the chat webhook said nothing for ${timeoutMs} ms`) : error;
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the chat webhook answered ${response.status}`);
}
