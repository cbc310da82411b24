import Stripe from "stripe";
import { z } from "zod";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { stripe } from "./stripe-client.server";

const TOLERANCE_S = 300;

export interface ProviderEvent {
  eventId: string;
  type: string;
  livemode: boolean;
  apiVersion: string;
  createdAt: Date;
  objectId: string;
  payload: unknown;
}

/**
 * Parses a webhook with a valid signature of at most 300 s (4.3); null otherwise. Tries each secret while one is being
 * replaced. @throws Refusal M820 for a thin event, which has no object.
 */
export async function parseWebhook(raw: string, signature: string): Promise<ProviderEvent | null> {
  for (const secret of webhookSecrets()) {
    try {
      return eventOf(await stripe().webhooks.constructEventAsync(raw, signature, secret, TOLERANCE_S));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      if (isThin(raw)) throw new Refusal(M.thinEvent, { status: 400 });
      throw error;
    }
  }
  return null;
}

function isThin(raw: string): boolean {
  return z.object({ object: z.literal("v2.core.event") }).safeParse(JSON.parse(raw)).success;
}

function webhookSecrets(): string[] {
  return (env.STRIPE_WEBHOOK_SECRET ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}

/** A provider's event, from a webhook or the list of events. */
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
