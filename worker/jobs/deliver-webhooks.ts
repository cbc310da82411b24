import { WebhookSender } from "./webhook-sender";

const sender = new WebhookSender();

/** Sends what customers are told by webhook. It begins the tries and ends: who answers late holds up no job of the queue. */
export async function deliverWebhooks(): Promise<void> {
  await sender.turn();
}

export async function stopWebhooks(): Promise<void> {
  await sender.stop();
}
