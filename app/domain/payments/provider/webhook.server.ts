import Stripe from "stripe";
import { env } from "~/env.server";
import { stripe } from "./stripe-client.server";

const TOLERANCE_S = 300;

export interface ProviderEvent {
  eventId: string;
  type: string;
  livemode: boolean;
  apiVersion: string;
  createdAt: Date;
  /** Id of the object that it is about. */
  objectId: string;
  payload: unknown;
}

/**
 * Reads a webhook whose signature is right and at most 300 s old (4.3); null when it is not. While a signing secret is
 * being replaced each of several is tried.
 */
export async function parseWebhook(raw: string, signature: string): Promise<ProviderEvent | null> {
  for (const secret of webhookSecrets()) {
    try {
      return eventOf(await stripe().webhooks.constructEventAsync(raw, signature, secret, TOLERANCE_S));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return null;
}

function webhookSecrets(): string[] {
  return (env.STRIPE_WEBHOOK_SECRET ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}

/** The event in the provider's words, as the webhook and the list of events give it. */
export function eventOf(event: Stripe.Event): ProviderEvent {
  return {
    eventId: event.id,
    type: event.type,
    livemode: event.livemode,
    apiVersion: event.api_version ?? "",
    createdAt: new Date(event.created * 1000),
    objectId: "id" in event.data.object ? String(event.data.object.id) : "",
    payload: event,
  };
}
